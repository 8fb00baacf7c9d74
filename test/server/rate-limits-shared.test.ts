import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../bin/support/in-process.ts';
import { clockAt, serveInChild } from '../support/command/run-command.ts';
import { logIn, revoke, tokenOf } from '../support/http/call-operations.ts';
import type { Listening } from '../support/http/send-request.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';
import { now } from './store/an-account.ts';
import { argumentsOf, temporaryDatabase, temporaryFolder } from './store/temporary-store.ts';

const nobody = { identity: 'nobody@example.com' };

test('several processes share their rate limits, and kill -9 does not reset them', async () => {
  const place = await temporaryDatabase();
  const own = await serverForTest({ rateLimits: true, config: place, now: () => now });
  // In windows of a minute, which end on no machine before the test does.
  const child = await serveInChild(argumentsOf(place), { env: clockAt(now) });
  for (let count = 0; count < 30; count += 1) {
    for (const server of [own, child]) expect((await logIn(server, nobody)).reason).toBe('password_required');
  }
  expect((await logIn(child, nobody)).reason).toBe('rate_limited');
  child.signal('SIGKILL');
  await child.ended;
  expect((await logIn(own, nobody)).reason).toBe('rate_limited');
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
  const { code, stdout } = await commandLine(['test', server.url, ...only]);
  expect(code).toBe(0);
  expect(stdout).toContain('429 at failed login 7, Retry-After 1');
});
