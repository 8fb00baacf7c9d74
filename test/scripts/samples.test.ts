import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/contract.ts';
import { createMock } from '../../mock/create-mock.ts';
import { type MockServer, startMockServer } from '../../mock/server.ts';
import type { Document } from '../../scripts/contract/document.ts';
import { operationsOf } from '../../scripts/contract/operations.ts';
import { withCodeSamples } from '../../scripts/samples/code-samples.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
// Samples import the sources of the client, so that the tests need no build.
const paths = { 'account-access-client': [join(root, 'client/index.ts')] };
// Our own bundle; the linter checks that it is OpenAPI.
const contract = JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8')) as Document;
const samples = operationsOf(withCodeSamples(contract)).flatMap(({ operation }) =>
  (operation['x-codeSamples'] ?? []).map(({ lang, source }) => ({
    operation: operation.operationId,
    lang,
    source,
  })),
);

/** How a program of each language is run, and what has to be on the machine for it. */
const languages: Record<string, { file: string; command: readonly string[]; needs: readonly string[] }> = {
  Shell: { file: 'sample.sh', command: ['bash'], needs: ['bash', 'curl'] },
  TypeScript: { file: 'sample.mts', command: [process.execPath, '--import', 'tsx'], needs: [] },
  JavaScript: { file: 'sample.mjs', command: [process.execPath], needs: [] },
  Python: { file: 'sample.py', command: ['python3'], needs: ['python3'] },
};

const missing = new Set<string>();
for (const tool of new Set(Object.values(languages).flatMap(({ needs }) => needs))) {
  await run(tool, ['--version']).catch(() => missing.add(tool));
}
if (missing.size > 0) {
  const message = `the samples that need ${[...missing].join(' and ')} cannot be run: install them`;
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(`SKIPPED: ${message}`);
}

let server: MockServer;
let folder: string;
let tsconfig: string;
beforeAll(async () => {
  server = await startMockServer(createMock({ otp: '000000' }));
  folder = await mkdtemp(join(tmpdir(), 'samples-'));
  tsconfig = join(folder, 'tsconfig.json');
  await writeFile(tsconfig, JSON.stringify({ compilerOptions: { paths } }));
});
afterAll(async () => {
  await server?.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function execute(lang: string, source: string, settings: Record<string, string>): Promise<Outcome> {
  const { file, command } = languages[lang] ?? { file: '', command: [] };
  const [program = '', ...words] = command;
  const own = await mkdtemp(join(folder, 'run-'));
  await writeFile(join(own, file), source);
  // From our folder, where `tsx` is found. A sample takes its input only from the settings.
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TSX_TSCONFIG_PATH: tsconfig,
    ACCOUNT_ACCESS_URL: server.url,
    ...settings,
  };
  try {
    const { stdout, stderr } = await run(program, [...words, join(own, file)], {
      cwd: root,
      env,
    });
    return { exitCode: 0, stdout, stderr };
  } catch (error) {
    // What `execFile` throws when the program ends with another code than 0 has its outputs.
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, stdout, stderr };
  }
}

const sourceOf = (lang: string, operation: string): string => {
  const found = samples.find((sample) => sample.lang === lang && sample.operation === operation);
  if (found === undefined) throw new Error(`no sample in ${lang} for ${operation}`);
  return found.source;
};
const credentials = ({ identity, password }: { identity: string; password: string }) => ({
  ACCOUNT_ACCESS_IDENTITY: identity,
  ACCOUNT_ACCESS_PASSWORD: password,
});
const valueIn = ({ stdout }: Outcome, name: string) =>
  new RegExp(`^${name}: (.+)$`, 'm').exec(stdout)?.[1] ?? '';

test('every operation has a sample in every language, and the published contract has none', () => {
  const wanted = operationsOf(contract).flatMap(({ operation }) =>
    Object.keys(languages).map((lang) => `${operation.operationId} ${lang}`),
  );
  expect(samples.map(({ operation, lang }) => `${operation} ${lang}`)).toEqual(wanted);
  expect(wanted).toHaveLength(Object.keys(operations).length * Object.keys(languages).length);
  expect(JSON.stringify(contract)).not.toContain('x-codeSamples');
});

const runnable = Object.entries(languages).flatMap(([lang, { needs }]) =>
  needs.some((tool) => missing.has(tool)) ? [] : [lang],
);

describe.each(runnable)('in %s', (lang) => {
  const start = (operation: string, settings: Record<string, string>) =>
    execute(lang, sourceOf(lang, operation), settings);

  test('the samples log in, generate a key and revoke it', async () => {
    const login = await start('login', credentials(demoAccounts.plain));
    expect(login).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringMatching(/^access_token: aat_\w+\n$/),
    });
    const settings = { ACCOUNT_ACCESS_TOKEN: valueIn(login, 'access_token') };
    const description = 'A "label" with \\, & and é';
    const key = await start('generateApiKey', { ...settings, ACCOUNT_ACCESS_DESCRIPTION: description });
    expect(key).toMatchObject({ exitCode: 0, stderr: '' });
    expect(key.stdout).toMatch(/^id: key_\w+\napi_key: aak_\w+\n$/);
    const [revoked, unlabelled] = await Promise.all([
      start('revokeApiKey', { ...settings, ACCOUNT_ACCESS_KEY_ID: valueIn(key, 'id') }),
      start('generateApiKey', settings),
    ]);
    expect(revoked).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: `message: API key revoked\nid: ${valueIn(key, 'id')}\n`,
    });
    expect(unlabelled.exitCode).toBe(0);
    const journal = await (await fetch(`${server.url}/__mock/journal`)).json();
    expect(journal).toMatchObject({
      data: { entries: expect.arrayContaining([expect.objectContaining({ body: { description } })]) },
    });
    await fetch(`${server.url}/__mock/reset`, { method: 'POST' });
  });

  test('a rejected request ends with exit code 1 and says why', async () => {
    const [code, given, odd, missingUrl, unknownKey] = await Promise.all([
      start('login', credentials(demoAccounts.mfa)),
      start('login', { ...credentials(demoAccounts.mfa), ACCOUNT_ACCESS_OTP: '000000' }),
      start('login', { ...credentials(demoAccounts.plain), ACCOUNT_ACCESS_PASSWORD: 'a"b\\c&d$e' }),
      start('login', { ...credentials(demoAccounts.plain), ACCOUNT_ACCESS_URL: 'http://127.0.0.1:9' }),
      start('revokeApiKey', {
        ACCOUNT_ACCESS_TOKEN: 'aat_none',
        ACCOUNT_ACCESS_KEY_ID: 'key_0123456789abcdefABCDEF',
      }),
    ]);
    expect(code).toMatchObject({ exitCode: 1, stdout: '' });
    expect(code.stderr).toMatch(/otp_required.*Set ACCOUNT_ACCESS_OTP/s);
    expect(given).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^access_token: aat_/) });
    expect(odd).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('invalid_credentials'),
    });
    expect(missingUrl.exitCode).not.toBe(0);
    expect(missingUrl.stderr).not.toBe('');
    expect(unknownKey).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('token_invalid') });
  });

  test('a broken sample fails the test', async () => {
    const broken = sourceOf(lang, 'login').replace(
      lang === 'TypeScript' ? 'result.login(' : 'POST',
      lang === 'TypeScript' ? 'result.logIn(' : 'PUT',
    );
    expect((await execute(lang, broken, credentials(demoAccounts.plain))).exitCode).not.toBe(0);
  });
});

test('the samples in TypeScript compile, strictly', async () => {
  const files = await Promise.all(
    samples
      .filter(({ lang }) => lang === 'TypeScript')
      .map(async ({ operation, source }) => {
        const file = join(folder, `${operation}.mts`);
        await writeFile(file, source);
        return file;
      }),
  );
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths,
  });
  const errors = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(files).toHaveLength(Object.keys(operations).length);
  expect(errors).toEqual([]);
});
