import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { clockAt, runCommand, serveInChild } from '../support/command/run-command.ts';
import { logIn, paths, revoke, tokenOf } from '../support/http/call-operations.ts';
import { type Listening, sendRequest } from '../support/http/send-request.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest, startTestServer } from '../support/server/test-server.ts';
import { now } from './store/an-account.ts';
import { argumentsOf, temporaryDatabase, temporaryFolder } from './store/temporary-store.ts';

const wrong = { identity: 'nobody@example.com', password: 'wrong' };
const nobody = { identity: 'nobody@example.com' };

/** Windows of a minute, which end on no machine before the test does. */
const env = clockAt(now);

test('failures survive a restart', async () => {
  const config = await temporaryDatabase();
  const before = await startTestServer({ rateLimits: true, config });
  for (let count = 0; count < 6; count += 1) await logIn(before, wrong);
  await before.close();
  const after = await serverForTest({ rateLimits: true, config });
  expect((await logIn(after, wrong)).reason).toBe('rate_limited');
});

test('several processes share their rate limits, and kill -9 does not reset them', async () => {
  const args = argumentsOf(await temporaryDatabase());
  const [first, second] = [await serveInChild(args, { env }), await serveInChild(args, { env })];
  for (let count = 0; count < 30; count += 1) {
    for (const server of [first, second])
      expect((await logIn(server, nobody)).reason).toBe('password_required');
  }
  for (const server of [first, second]) expect((await logIn(server, nobody)).reason).toBe('rate_limited');
  for (const server of [first, second]) server.signal('SIGKILL');
  await Promise.all([first.ended, second.ended]);
  const third = await serveInChild(args, { env });
  expect((await logIn(third, nobody)).reason).toBe('rate_limited');
});

test('RateLimit counts down over all servers on one database, also for simultaneous requests', async () => {
  const config = await temporaryDatabase();
  const servers = [
    await serverForTest({ rateLimits: true, config }),
    await serverForTest({ rateLimits: true, config }),
  ] as const;
  const token = await tokenOf(servers[0], credentialsOf(await addPerson(servers[0])));
  const send = async (server: Listening) =>
    (await revoke(server, token, 'key_0000000000000000000000')).header('ratelimit');
  const leaving = (remaining: number) => `"revokeApiKey";r=${remaining};t=60`;
  for (const [index, server] of [...servers, ...servers].entries())
    expect(await send(server)).toBe(leaving(119 - index));
  const together = await Promise.all(Array.from({ length: 10 }, () => servers.map(send)).flat());
  expect(new Set(together)).toEqual(new Set(Array.from({ length: 20 }, (_, index) => leaving(115 - index))));
});

test('X-Forwarded-For is used only with --trust-proxy or its environment variable', async () => {
  const args = argumentsOf(await temporaryDatabase());
  const [flagged, configured, plain] = await Promise.all([
    serveInChild([...args, '--trust-proxy', '1'], { env }),
    serveInChild(args, { env: { ...env, ACCOUNT_ACCESS_TRUST_PROXY: '1' } }),
    serveInChild(args, { env }),
  ]);
  const from = async (server: Listening, address: string) =>
    (
      await sendRequest(server, {
        target: paths.login,
        headers: [['X-Forwarded-For', address]],
        body: nobody,
      })
    ).reason;
  for (let count = 0; count < 60; count += 1)
    expect(await from(count % 2 ? flagged : configured, '203.0.113.1')).toBe('password_required');
  for (const server of [flagged, configured]) {
    expect(await from(server, '203.0.113.1')).toBe('rate_limited');
    expect(await from(server, '203.0.113.2')).toBe('password_required');
  }
  expect(await from(plain, '203.0.113.1')).toBe('password_required');
});

test('a demo has no rate limits', async () => {
  const server = await serveInChild(['--demo', ...argumentsOf(await temporaryDatabase())], {
    cwd: temporaryFolder(),
  });
  const { identity } = demoAccounts.plain;
  for (let count = 0; count < 70; count += 1)
    expect((await logIn(server, { identity })).reason).toBe('password_required');
  for (let count = 0; count < 10; count += 1)
    expect((await logIn(server, { identity, password: 'wrong' })).reason).toBe('invalid_credentials');
});

test('the contract tests see the rate limits', async () => {
  const folder = temporaryFolder();
  const profile = join(folder, 'profile.yaml');
  writeFileSync(profile, 'budget: { logins: unlimited, failures: unlimited }\n');
  const server = await serverForTest({ rateLimits: true });
  const only = [
    '--only',
    'limits/failed-logins-are-rate-limited',
    '--destructive',
    '--verbose',
    '--profile',
    profile,
  ];
  const tool = runCommand(['test', server.url, ...only]);
  expect(await tool.ended).toBe(0);
  expect(tool.stdout()).toContain('429 at failed login 7, Retry-After 1');
});
