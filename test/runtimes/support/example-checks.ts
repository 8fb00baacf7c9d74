import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { runProgram, startProgram } from '../../support/command/child-process.ts';
import { generate, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { temporaryFolder } from '../../support/server/database.ts';

const root = new URL('../../..', import.meta.url).pathname;
const tsx = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;

/** How to start an example of the installed package. */
export interface Examples {
  /** The Node program. */
  readonly node: string;
  /** Folder to start it in. */
  readonly cwd: string;
  /** Folder of the examples, relative to `cwd`. */
  readonly folder: string;
}

/** A service with the demo accounts and an internal listener. */
export interface DemoService {
  readonly url: string;
  readonly port: number;
  readonly internal?: { readonly url: string; readonly credentialFile: string } | undefined;
}

type Check = (examples: Examples, service: DemoService) => Promise<void>;

/** By the name of its file: runs the example and checks what it does. */
export const exampleChecks = {
  'log-in-generate-revoke': async (examples, { url }) => {
    const written = await run(examples, 'log-in-generate-revoke', [url]);
    expect(written).toContain("api_key: '[hidden]'");
    expect(written).toMatch(/The secret has 53 characters and begins with aak_/);
    expect(written).toContain('API key revoked at 20');
    expect(written).not.toMatch(/aak_\w{20}/);
  },

  'one-time-code': async (examples, { url }) => {
    const [code] = demoAccounts.mfa.mfa.recoveryCodes;
    const written = await run(examples, 'one-time-code', [url], `${code}\n`);
    expect(written.match(/One-time code:/g)).toHaveLength(1);
    expect(written).toContain('Generated Nightly build and Release\nRevoked both\n');
  },

  retries: async (examples, { url }) => {
    expect(await run(examples, 'retries', [url])).toBe(
      'A response was lost\nGenerated Nightly build\nA response was lost\nAPI key revoked\nAPI key not found\n',
    );
  },

  'require-api-key': async (examples, service) => {
    const { url = '', credentialFile = '' } = service.internal ?? {};
    const reports = await serve(examples, 'require-api-key', [
      `${url}/introspect`,
      credentialFile,
      '0',
    ]);
    const { identity, password } = demoAccounts.plain;
    const token = await tokenOf(service, { identity, password });
    const key = await generate(service, token, { description: 'Nightly build' });
    const headers = { Authorization: `Bearer ${textIn(key, 'api_key')}` };
    // It returns 503 when the service takes two seconds.
    await expect
      .poll(async () => (await fetch(reports, { headers })).json())
      .toMatchObject({ with: 'Nightly build' });
    await revoke(service, token, textIn(key, 'id'));
    // Within a second: the middleware caches the key.
    await expect.poll(async () => (await fetch(reports, { headers })).status).toBe(401);
  },

  'express-app': async (examples) => {
    const access = await serve(examples, 'express-app', [join(temporaryFolder(), 'own.db'), '0']);
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ identity: 'nobody@example.com' });
    const logIn = () => fetch(`${access}/v1/auth/login`, { method: 'POST', headers, body });
    // Without a password there is no failed login attempt, so only the limit of logins per minute applies.
    for (const status of [...Array(60).fill(401), 429]) expect((await logIn()).status).toBe(status);
    expect(await (await fetch(new URL('/', access))).text()).toContain('/access/v1/auth/login');
  },
} as const satisfies Record<string, Check>;

const programOf = ({ node, folder }: Examples, name: string, args: readonly string[]) => [
  ...[node, '--import', tsx, join(folder, `${name}.ts`)],
  ...args,
];

/** Runs an example to its end, and returns what it wrote. */
async function run(
  examples: Examples,
  name: string,
  args: readonly string[],
  input = '',
): Promise<string> {
  const program = programOf(examples, name, args);
  const { stdout, stderr } = await runProgram(program, { cwd: examples.cwd, input });
  expect(stderr).toBe('');
  return stdout;
}

/** Starts an example that listens, and returns the address that it writes. */
async function serve(examples: Examples, name: string, args: readonly string[]): Promise<string> {
  const child = startProgram(programOf(examples, name, args), { cwd: examples.cwd });
  onTestFinished(child.end);
  return child.says(/http:\S+(?=\n)/);
}
