import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { generate, revoke, textIn, tokenOf } from '../support/calls.ts';
import { serverForFile, serverForTest } from '../support/test-server.ts';

const server = await serverForFile({ demo: true });

/** Runs an example as its first lines say, and gives what it wrote. */
async function run(name: string, input = ''): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', `examples/${name}.ts`, server.url]);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stderr).toBe('');
  return stdout;
}

test('a key is generated and revoked, and its secret is not written', async () => {
  const written = await run('log-in-generate-revoke');
  expect(written).toContain("api_key: '[hidden]'");
  expect(written).toMatch(/The secret has 53 characters and begins with aak_/);
  expect(written).toContain('API key revoked at 20');
  expect(written).not.toMatch(/aak_\w{20}/);
});

test('a one-time code is asked for once', async () => {
  const [code] = demoAccounts.mfa.mfa.recoveryCodes;
  const written = await run('one-time-code', `${code}\n`);
  expect(written.match(/One-time code:/g)).toHaveLength(1);
  expect(written).toContain('Generated Nightly build and Release\nRevoked both\n');
});

test('a revocation whose answer was lost is sent again', async () => {
  const written = await run('retry-revocation');
  expect(written).toBe('A response was lost\nAPI key revoked\nAPI key not found\n');
});

test("a service of one's own takes a key until it is revoked", async () => {
  const own = await serverForTest({ config: { internal: { listen: '127.0.0.1:0' } }, demo: true });
  const { url = '', credentialFile = '' } = own.internal ?? {};
  const args = ['--import', 'tsx', 'examples/require-api-key.ts', `${url}/introspect`, credentialFile, '0'];
  const child = spawn(process.execPath, args);
  onTestFinished(() => void child.kill());
  const [address] = await once(child.stdout.setEncoding('utf8'), 'data');
  const reports = String(address).trim();
  const { identity, password } = demoAccounts.plain;
  const token = await tokenOf(own, { identity, password });
  const key = await generate(own, token, { description: 'Nightly build' });
  const ask = () => fetch(reports, { headers: { Authorization: `Bearer ${textIn(key, 'api_key')}` } });
  expect(await (await ask()).json()).toMatchObject({ with: 'Nightly build' });
  await revoke(own, token, textIn(key, 'id'));
  expect((await ask()).status).toBe(401);
});

test('the service answers below a path of an app, which has rate limits of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'example-'));
  const args = ['--import', 'tsx', 'examples/express-app.ts', join(folder, 'own.db'), '0'];
  const child = spawn(process.execPath, args);
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true });
  });
  const [address] = await once(child.stdout.setEncoding('utf8'), 'data');
  const access = String(address).trim();
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ identity: 'nobody@example.com' });
  const logIn = () => fetch(`${access}/v1/auth/login`, { method: 'POST', headers, body });
  const statuses: number[] = [];
  for (let login = 0; login <= 10; login += 1) statuses.push((await logIn()).status);
  // Without a password no login fails: the limit is the number of logins per minute.
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  expect(await (await fetch(new URL('/', access))).text()).toContain('/access/v1/auth/login');
});

test('every example is run here', async () => {
  const examples = (await readdir('examples')).filter((file) => file.endsWith('.ts'));
  expect(examples.toSorted()).toEqual([
    'express-app.ts',
    'log-in-generate-revoke.ts',
    'one-time-code.ts',
    'require-api-key.ts',
    'retry-revocation.ts',
  ]);
});
