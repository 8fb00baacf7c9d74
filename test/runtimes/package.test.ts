import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRuntimes } from './support/runtimes.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const runtimes = await findRuntimes();

const program = `
import { createClient } from 'account-access/client';
import { createMock } from 'account-access/mock';
import { startMockServer } from 'account-access/mock/server';

const mock = createMock({ otp: '000000' });
const server = await startMockServer(mock);
const credentials = { identity: 'demo-mfa@example.com', password: 'demo-mfa-password', otp: () => '000000' };
const results = [];
for (const fetch of [undefined, (request) => mock.fetch(request)]) {
  const client = createClient({ baseUrl: server.url, credentials, timeout: 300_000, ...(fetch && { fetch }) });
  const key = await client.generateApiKey({ description: 'Nightly build' });
  const { message } = await client.revokeApiKey(key.id);
  const missing = await client.result.revokeApiKey('key_0123456789abcdefABCDEF');
  results.push([key.description, message, missing.ok ? 'found' : missing.failure.reason]);
}
await server.close();
const requests = mock.journal().map(({ operation, status }) => operation + ' ' + status);
console.log(JSON.stringify({ node: process.versions.node, results, requests }));
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runtimes-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/account-access'), 'dir');
  await writeFile(join(folder, 'program.mjs'), program);
});
afterAll(() => rm(folder, { recursive: true }));

test('at least one supported version of Node is installed or can be fetched', () => {
  expect(runtimes.length).toBeGreaterThan(0);
});

describe.each(runtimes)('in Node $major', ({ major, program: node }) => {
  test('the built client calls the built mock, over the network and without it', async () => {
    const { stdout, stderr } = await run(node, ['program.mjs'], { cwd: folder });
    expect(stderr).toBe('');
    const calls = ['generateApiKey 200', 'revokeApiKey 200', 'revokeApiKey 404'];
    const once = ['login 401', 'login 200', ...calls];
    const results = ['Nightly build', 'API key revoked', 'key_not_found'];
    expect(JSON.parse(stdout)).toEqual({
      node: expect.stringMatching(new RegExp(`^${major}\\.`)),
      results: [results, results],
      requests: [...once, ...once],
    });
  });

  test('the command prints its version', async () => {
    const { stdout, stderr } = await run(node, [join(root, 'dist/bin/account-access.js'), '--version']);
    expect({ stdout, stderr }).toEqual({ stdout: `${version}\n`, stderr: '' });
  });
});
