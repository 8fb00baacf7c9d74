import { expect, test } from 'vitest';
import { commandLine } from '../bin/support/in-process.ts';
import { clockAt, serveInChild } from '../support/command/run-command.ts';
import { logIn } from '../support/http/call-operations.ts';
import { argumentsOf, temporaryDatabase, temporaryFile } from '../support/server/database.ts';
import { addPerson } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';
import { now } from './store/an-account.ts';

const nobody = { identity: 'nobody@example.com' };

test('several processes share their rate limits, and kill -9 does not reset them', async () => {
  const place = await temporaryDatabase();
  const own = await serverForTest({ rateLimits: true, config: place, now: () => now });
  // In windows of a minute, which end on no machine before the test does.
  const child = await serveInChild(argumentsOf(place), { env: clockAt(now) });
  for (let count = 0; count < 30; count += 1) {
    for (const server of [own, child])
      expect((await logIn(server, nobody)).reason).toBe('password_required');
  }
  expect((await logIn(child, nobody)).reason).toBe('rate_limited');
  child.signal('SIGKILL');
  await child.ended;
  expect((await logIn(own, nobody)).reason).toBe('rate_limited');
});

test('after the oldest key is retired, a running server counts failed logins where a command resets them', async () => {
  const place = await temporaryDatabase();
  const server = await serverForTest({ rateLimits: true, config: place });
  const run = async (...words: string[]) => {
    const { code, stdout } = await commandLine([...words, ...argumentsOf(place)]);
    expect(code).toBe(0);
    return stdout;
  };
  const { identity, password } = await addPerson(server);
  const wrong = { identity, password: 'wrong' };
  const [{ key_id: oldest }] = JSON.parse(await run('secrets', 'status', '--json'));
  await run('secrets', 'rotate');
  // The server reads both keys.
  expect((await logIn(server, wrong)).reason).toBe('invalid_credentials');
  await run('secrets', 'retire', oldest);

  for (let count = 0; count < 6; count += 1)
    expect((await logIn(server, wrong)).reason).toBe('invalid_credentials');
  expect((await logIn(server, wrong)).reason).toBe('rate_limited');
  await run('accounts', 'unlock', identity);
  expect((await logIn(server, { identity, password })).httpStatus).toBe(200);
});

test('the contract tests see the rate limits', async () => {
  const profile = temporaryFile(
    'profile.yaml',
    'budget: { logins: unlimited, failures: unlimited }\n',
  );
  const server = await serverForTest({ rateLimits: true });
  const only =
    '--only limits/failed-logins-are-rate-limited --destructive --verbose --profile'.split(' ');
  const { code, stdout } = await commandLine(['test', server.url, ...only, profile]);
  expect(code).toBe(0);
  expect(stdout).toContain('429 at failed login 7, Retry-After 1');
});
