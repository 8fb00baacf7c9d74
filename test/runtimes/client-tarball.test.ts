import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractVersion, failures, operations } from '../../generated/contract.ts';
import { createMock } from '../../mock/create-mock.ts';
import { type MockServer, startMockServer } from '../../mock/server.ts';
import { startForwardProxy } from '../support/http/forward-proxy.ts';
import { compile, type Installed, installTarballs, root } from './support/installed.ts';
import { run } from './support/npm-install.ts';
import { clientProgram, typedClient } from './support/programs.ts';
import { findRuntimes } from './support/runtimes.ts';

const runtimes = await findRuntimes();

let project: Installed;
let mock: MockServer;
beforeAll(async () => {
  project = await installTarballs('client');
  mock = await startMockServer(createMock({ otp: '000000' }));
  await project.write('program.mjs', clientProgram);
});
afterAll(async () => {
  await mock?.close();
  await project?.remove();
});

test.each(runtimes)(
  'in Node $major, the client generates a key and revokes it',
  async ({ program }) => {
    const { stdout, stderr } = await project.node(program, ['program.mjs', mock.url]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      description: 'Nightly build',
      revoked: 'API key revoked',
      missing: failures.key_not_found,
      paths: Object.values(operations).map(({ path }) => path),
      version: contractVersion,
    });
  },
);

test.each(runtimes.filter(({ major }) => major >= 22))(
  'in Node $major, it uses the proxy of the environment with NODE_USE_ENV_PROXY=1',
  async ({ program }) => {
    const proxy = await startForwardProxy(mock.url);
    const environment = [`http_proxy=${proxy.url}`, 'NODE_USE_ENV_PROXY=1'];
    // A host that only the proxy can reach (RFC 2606).
    const command = [...environment, program, 'program.mjs', 'http://access.invalid'];
    const { stdout } = await project.node('env', command);
    expect(JSON.parse(stdout)).toMatchObject({ revoked: 'API key revoked' });
    expect(proxy.hosts[0]).toMatch(/^access\.invalid/);
  },
);

test('it brings two other packages, and less than 1 MB', async () => {
  const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: project.folder });
  const packages = stdout.split('\n').filter((path) => path.includes('/node_modules/'));
  const names = packages.map((path) => relative(join(project.folder, 'node_modules'), path));
  expect(names.toSorted()).toEqual([
    'account-access-client',
    'openapi-fetch',
    'openapi-typescript-helpers',
  ]);
  expect(await bytesIn(join(project.folder, 'node_modules'))).toBeLessThan(1_000_000);
});

test('the stack of an error names the sources', async () => {
  const program = `import { createClient } from 'account-access-client';
try { createClient({ baseUrl: '' }); } catch (error) { console.log(error.stack); }`;
  await project.write('fails.mjs', program);
  const { stdout } = await project.node(process.execPath, ['--enable-source-maps', 'fails.mjs']);
  expect(stdout).toMatch(/client\/create-client\.ts:\d+/);
});

test('it has the version of `account-access`', async () => {
  const versionIn = async (folder: string) =>
    JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')).version;
  expect(await versionIn('client')).toBe(await versionIn('.'));
});

const lib = ['es2023', 'dom'];

test.each([
  ['a page', 'page', { module: 'esnext', moduleResolution: 'bundler', lib, types: [] }],
  ['Node', 'node', { module: 'nodenext', lib, types: [] }],
])('its types compile in a strict project for %s, without `skipLibCheck`', async (_, name, own) => {
  expect(await compile(project, name, typedClient, own)).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
