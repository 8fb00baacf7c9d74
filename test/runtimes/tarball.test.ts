import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../client/index.ts';
import type { Child } from '../support/command/child-process.ts';
import { type DemoService, exampleChecks } from './support/example-checks.ts';
import { compile, type Installed, installTarballs, root } from './support/installed.ts';
import { run } from './support/npm-install.ts';
import { programs, typed } from './support/programs.ts';
import { findRuntimes } from './support/runtimes.ts';

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const runtimes = await findRuntimes();
// Where it listens; not before the line has come whole.
const listening = /http:\/\/127\.0\.0\.1:\d+(?=\D)/;

let project: Installed;
beforeAll(async () => {
  project = await installTarballs('.', 'client');
  for (const [file, content] of Object.entries(programs)) await project.write(file, content);
});
afterAll(() => project?.remove());

describe.each(runtimes)('installed from its tarball, in Node $major', ({ major, program }) => {
  const database = `node-${major}/service.db`;
  const profile = `node-${major}/demo-profile.yaml`;

  test('the command prints its version, and serves demo accounts, a login and the docs', async () => {
    expect(await project.command(program, ['--version'])).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
    const options = ['serve', '--demo', '--port', '0', '--database', database];
    const serving = project.start(program, options);
    onTestFinished(() => serving.end());
    const url = await serving.says(listening);
    await serving.says(`npx --no-install account-access test ${url} \\\n  --profile ${profile}`);
    const client = createClient({ baseUrl: url, timeout: 300_000 });
    const login = await client.login({ identity: 'demo@example.com', password: 'demo-password' });
    expect(login.token_type).toBe('Bearer');
    const docs = await fetch(`${url}/docs/`);
    expect([docs.status, await docs.text()]).toEqual([200, expect.stringContaining('<title>')]);
    serving.signal('SIGTERM');
    expect(await serving.ended).toBe(0);
  });

  test('the service works inside an Express app, and reports when a body parser runs before it', async () => {
    const { stdout, stderr } = await project.node(program, ['embed.mjs', database]);
    expect(stderr).toContain('mount the service before express.json()');
    expect(JSON.parse(stdout)).toEqual({
      key: 'key_',
      own: [200, 'an app of its own'],
      // The pages have absolute links, so they are only at the root of a host.
      docs: 404,
      unknown: 404,
      late: [500, expect.stringContaining('"internal_error"')],
    });
  });

  test('contract, client, mock and contract tests are importable by their names', async () => {
    const { stdout, stderr } = await project.node(program, ['use.mjs', profile]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      version: true,
      path: true,
      revoked: 'API key revoked',
      missing: { code: 404, message: 'API key not found' },
      sameContract: true,
      verdict: 'passed',
      passed: true,
      junit: true,
    });
  });

  test('the contract tests of the command pass on the mock of the command', async () => {
    const mock = project.start(program, ['mock', '--port', '0']);
    onTestFinished(() => mock.end());
    // All of them run in the version that runs the tests.
    const args = [
      'test',
      await mock.says(listening),
      '--profile',
      profile,
      '--only',
      'login',
      'framing',
    ];
    const { code, stdout } = await project.command(program, args);
    expect([code, stdout]).toEqual([0, expect.stringContaining('passed')]);
  });
});

describe.each(runtimes.slice(-1))(
  'the examples, installed with the package, in Node $major',
  ({ program }) => {
    let serving: Child;
    let service: DemoService;
    beforeAll(async () => {
      const options = ['serve', '--demo', '--json', '--port', '0', '--internal', '127.0.0.1:0'];
      serving = project.start(program, [...options, '--database', 'examples/service.db']);
      // Only standard output has this name: the log on standard error writes `credentialFile`.
      await serving.says(/"credential_file":.+\n/);
      const { url, internal } = JSON.parse(serving.stdout());
      const { url: internalUrl, credential_file: credentialFile } = internal;
      service = {
        url,
        port: Number(new URL(url).port),
        internal: { url: internalUrl, credentialFile },
      };
    });
    afterAll(() => serving?.end());

    test.each(Object.entries(exampleChecks))('%s runs', async (_, check) => {
      const folder = 'node_modules/account-access/examples';
      await check({ node: program, cwd: project.folder, folder }, service);
    });

    test('every example is run here', async () => {
      const examples = (await readdir(join(root, 'examples'))).filter((file) =>
        file.endsWith('.ts'),
      );
      expect(examples.toSorted()).toEqual(
        Object.keys(exampleChecks)
          .map((name) => `${name}.ts`)
          .toSorted(),
      );
    });
  },
);

test.each([
  ['account-access', ['account-access']],
  ['account-access/mock', ['account-access', 'otpauth']],
  ['account-access/mock/server', ['account-access', 'express']],
  // It calls the internal listener.
  ['account-access/require-api-key', ['account-access']],
])('%s loads %j and no other package', async (name, packages) => {
  const { stdout, stderr } = await project.node(process.execPath, ['loads.mjs', name]);
  expect(stderr).toBe('');
  expect(packagesIn(stdout)).toEqual(packages);
});

test('optional packages are not installed, and a command that needs one says what to install', async () => {
  const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: project.folder });
  const heavy = ['@stoplight/prism-cli', '@redocly/cli', 'vitest', 'msw', 'typescript'];
  expect(heavy.filter((name) => stdout.includes(`/node_modules/${name}\n`))).toEqual([]);
});

test.each([
  [
    'a page',
    'page',
    { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: [] },
  ],
  ['Node', 'node', { module: 'nodenext', lib: ['es2023'], types: ['node'] }],
] as const)(
  'the types compile in a strict project for %s, without `skipLibCheck`',
  async (_, name, own) => {
    expect(await compile(project, name, typed[name], own)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  },
);

function packagesIn(urls: string): string[] {
  const names = [...urls.matchAll(/.*\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(names)].toSorted();
}
