import { execFile, spawnSync } from 'node:child_process';
import { cp, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../client/index.ts';
import { leavesVerdictOpen } from '../../conformance/engine/outcome.ts';
import type { Report } from '../../conformance/engine/report/report.ts';
import { commandLine } from '../bin/support/in-process.ts';
import { startProgram } from '../support/command/child-process.ts';
import { temporaryFolder } from '../support/server/database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'examples/implementations');

/** A server in examples/implementations. Its programs, with their arguments, run in a copy of its folder. */
interface Implementation {
  readonly build?: readonly string[];
  /** It reads the environment variables PORT and ACCOUNTS. */
  readonly start: readonly string[];
  /** The other folder from which it imports. */
  readonly imports?: string;
  /** What `npm ci` does not install: a program that succeeds when it is here, and the command that installs it. */
  readonly requires?: { readonly probe: readonly [string, ...string[]]; readonly install: string };
}

const implementations: Readonly<Record<string, Implementation>> = {
  'node-http': { start: [process.execPath, '--import', 'tsx', 'server.ts'] },
  go: {
    build: ['go', 'build', '-o', 'server', 'main.go', 'operations.go', 'totp.go'],
    start: ['./server'],
    requires: { probe: ['go', 'version'], install: 'apt-get install golang-go' },
  },
  python: {
    // Debian's Python, which has Debian's packages. Another Python may come first in PATH.
    start: ['/usr/bin/python3', 'server.py'],
    requires: {
      probe: ['/usr/bin/python3', '-c', 'import fastapi, uvicorn'],
      install: 'apt-get install python3-fastapi uvicorn',
    },
  },
  flask: {
    // As with python: Debian's gunicorn, which runs Debian's Python.
    start: ['/usr/bin/gunicorn'],
    imports: 'python',
    requires: {
      probe: ['/usr/bin/python3', '-c', 'import flask, gunicorn'],
      install: 'apt-get install python3-flask gunicorn',
    },
  },
  ruby: {
    start: ['ruby', 'server.rb'],
    requires: {
      probe: ['ruby', '-e', 'require "sinatra/base"; require "puma"'],
      install: 'apt-get install ruby-sinatra puma',
    },
  },
};

// That the checks find defects is tested in test/mutants, and by the tutorial that plants one in the server of node-http/.
describe.each(Object.entries(implementations))('the implementation %s', (name, implementation) => {
  const { requires } = implementation;
  // With CI=true nothing is missing, or the tests fail.
  const isMissing = process.env.CI !== 'true' && requires !== undefined && !isInstalled(requires);
  if (isMissing) console.warn(`\nSKIPPED: the implementation ${name} needs: ${requires.install}\n`);

  test.skipIf(isMissing)(
    'serves the client, differs from the decisions only where its baseline says, and passes',
    async () => {
      const url = await start(name, implementation);
      const client = createClient({ baseUrl: url, credentials: ada, timeout: 300_000 });
      const { id, api_key } = await client.generateApiKey({ description: 'Nightly build' });
      expect(api_key).toEqual(expect.any(String));
      await client.revokeApiKey(String(id));
      const unknown = await client.result.revokeApiKey('no-such-key');
      expect(unknown).toMatchObject({ failure: { code: 404 } });

      const options = ['--strict', '--wire', '--baseline', join(folder, name, 'baseline.yaml')];
      const { code, report } = await run(url, options);
      const { verdict, checks, staleBaseline } = report;
      const failed = checks.filter(({ kind }) => ['failed', 'waived', 'error'].includes(kind));
      const open = checks
        .filter(({ basis, skipped }) => leavesVerdictOpen(basis, skipped))
        .map(({ id, reason }) => `${id}: ${reason}`);
      expect({ code, verdict, failed, open, staleBaseline }).toEqual({
        code: 0,
        verdict: 'passed',
        failed: [],
        open: [],
        staleBaseline: [],
      });
      // Without --strict and --wire these fail no server, so it passes without its baseline too.
      const known = checks
        .filter(({ kind }) => kind === 'known')
        .flatMap(({ findings }) => findings);
      expect(known.filter(({ basis }) => ['safety', 'shown', 'standard'].includes(basis))).toEqual(
        [],
      );
    },
  );
});

test('every implementation is tested', async () => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory());
  expect(names.map(({ name }) => name).toSorted()).toEqual(Object.keys(implementations).toSorted());
});

const ada = { identity: 'ada@example.com', password: 'Correct Horse Battery Staple' };

function isInstalled({
  probe: [program, ...args],
}: NonNullable<Implementation['requires']>): boolean {
  return spawnSync(program, args).status === 0;
}

/** Starts an implementation, which ends with the test. Returns its address. */
async function start(
  name: string,
  { build: [compiler, ...options] = [], start: program, imports = name }: Implementation,
): Promise<string> {
  const copy = temporaryFolder();
  const cwd = join(copy, name);
  for (const part of [name, imports])
    await cp(join(folder, part), join(copy, part), { recursive: true });
  // Node looks for packages, and for the kind of module, in the folders above the source.
  for (const shared of ['node_modules', 'package.json'])
    await symlink(join(root, shared), join(copy, shared));
  if (compiler !== undefined) await promisify(execFile)(compiler, options, { cwd });
  const server = startProgram(program, {
    cwd,
    env: { PORT: '0', ACCOUNTS: join(folder, 'accounts.json') },
  });
  onTestFinished(server.end);
  const said = await server.says(/listening on http:\/\/[\d.]+:\d+\n/);
  return said.replace('listening on ', '').trim();
}

/** Runs `account-access test` with the profile of the implementations. */
async function run(
  url: string,
  options: readonly string[],
): Promise<{ code: number; report: Report }> {
  const args = [
    'test',
    url,
    '--profile',
    join(folder, 'profile.yaml'),
    '--seed',
    '1',
    '--json',
    ...options,
  ];
  const { code, stdout, stderr } = await commandLine(args);
  if (stdout === '') throw new Error(`the run has no report: ${stderr}`);
  return { code, report: JSON.parse(stdout) };
}
