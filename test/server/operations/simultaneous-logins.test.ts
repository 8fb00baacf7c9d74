import { expect, test, vi } from 'vitest';
import { defaultRateLimits } from '../../../server/config/config.ts';
import {
  createFailedLogins,
  type LoginAttempt,
} from '../../../server/security/throttle/failed-logins.ts';
import { logIn } from '../../support/http/call-operations.ts';
import { createClock, seconds } from '../../support/server/clock.ts';
import { inspect, temporaryDatabase, temporaryStore } from '../../support/server/database.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForTest } from '../../support/server/test-server.ts';

// Right logins at the same time all succeed. Wrong ones are counted as if they came one after the other.

test('right logins at the same time all succeed, at one server and at two', async () => {
  const config = await temporaryDatabase();
  const servers = [
    await serverForTest({ rateLimits: true, config }),
    await serverForTest({ rateLimits: true, config }),
  ] as const;
  const credentials = credentialsOf(await addPerson(servers[0]));
  for (const [one, other] of [[servers[0], servers[0]], servers] as const) {
    const logins = Array.from({ length: 20 }, (_, index) =>
      logIn(index % 2 ? one : other, credentials),
    );
    const responses = await Promise.all(logins);
    expect(responses.map(({ reason }) => reason)).toEqual(logins.map(() => undefined));
  }
  expect(
    await inspect(config.database, "select * from rate_limits where action <> 'login'"),
  ).toEqual([]);
});

test('a server with an earlier clock lets a right login in after a failed one elsewhere', async () => {
  const config = await temporaryDatabase();
  const { now } = createClock();
  const ahead = await serverForTest({ rateLimits: true, config, now: () => now() + 5 });
  const behind = await serverForTest({ rateLimits: true, config, now });
  const credentials = credentialsOf(await addPerson(ahead));
  expect((await logIn(ahead, { ...credentials, password: 'wrong' })).reason).toBe(
    'invalid_credentials',
  );
  expect((await logIn(behind, credentials)).httpStatus).toBe(200);
});

async function attempts() {
  const store = await temporaryStore();
  const clock = createClock();
  const deps = { ...store, now: clock.now, admit: () => {}, onError: () => {} };
  const failedLogins = createFailedLogins(deps, defaultRateLimits.failedLogins);
  const begin = () => failedLogins.begin({ identity: 'ana@example.com', address: '198.51.100.7' });
  const mustBegin = async (): Promise<LoginAttempt> => {
    const attempt = await begin();
    if ('retryAfter' in attempt) throw new Error('the attempt is rate-limited');
    return attempt;
  };
  const beginAll = async () => Promise.all(Array.from({ length: 6 }, mustBegin));
  return { store, clock, begin, mustBegin, beginAll };
}

test('a success forgets no attempt that has yet to fail', async () => {
  const { begin, mustBegin, beginAll } = await attempts();
  const [right, ...wrong] = await beginAll();
  await right?.succeeded();
  for (const attempt of wrong) await attempt.failed();
  await (await mustBegin()).failed();
  expect(await begin()).toEqual({ retryAfter: 1 });
});

test('an attempt waits for those before it, and begins when they succeed', async () => {
  const { store, mustBegin, beginAll } = await attempts();
  const right = await beginAll();
  const together = vi.spyOn(store.rateLimits, 'together');
  const late = mustBegin();
  // It counts for the account and for its network, sees that they leave no room, and looks again.
  await expect.poll(() => together.mock.calls.length).toBeGreaterThan(2);
  for (const attempt of right) await attempt.succeeded();
  await (await late).succeeded();
});

test('an attempt waits for those before it, and is limited when they fail', async () => {
  const { store, begin, beginAll } = await attempts();
  const wrong = await beginAll();
  const late = begin();
  await Promise.all(wrong.map((attempt) => attempt.failed()));
  expect(await late).toEqual({ retryAfter: 1 });
  expect(await inspect(store.database, 'select distinct pending from rate_limits')).toEqual([
    { pending: 0 },
  ]);
});

test('attempts of a process that was killed stay counted until the next success', async () => {
  const { store, begin, clock, mustBegin, beginAll } = await attempts();
  await beginAll();
  clock.advance(seconds(11));
  await (await mustBegin()).failed();
  expect(await begin()).toEqual({ retryAfter: 2 });
  clock.advance(seconds(2));
  await (await mustBegin()).succeeded();
  expect(await inspect(store.database, 'select * from rate_limits')).toEqual([]);
});

test('attempts without a result, and with the right password, leave no rows', async () => {
  const { store, mustBegin } = await attempts();
  await (await mustBegin()).withdraw();
  await (await mustBegin()).succeeded();
  expect(await inspect(store.database, 'select * from rate_limits')).toEqual([]);
});
