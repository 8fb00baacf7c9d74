import { expect, onTestFinished, test } from 'vitest';
import type {
  RateLimitMemory,
  RateLimitStates,
} from '../../../server/security/throttle/throttle.ts';
import { openEngine } from '../../../server/store/open-engine.ts';
import { createRateLimits } from '../../../server/store/rate-limits.ts';
import { hours } from '../../support/server/clock.ts';
import { inspect, openUntilEnd, temporaryStore } from '../../support/server/database.ts';
import { addAccount, now } from './an-account.ts';

const key = (subject: string, action = 'login') => ({ subject, action });
const state = (count: number, forgetAt = now + 1000) => ({
  count,
  until: now,
  forgetAt,
  pending: 0,
  pendingUntil: 0,
});

type Swap = Parameters<RateLimitMemory['swap']>;
const swap = ({ together }: RateLimitStates, ...given: Swap) =>
  together((memory) => memory.swap(...given));
type Count = Parameters<RateLimitMemory['count']>;
const countIn = ({ together }: RateLimitStates, ...given: Count) =>
  together((memory) => memory.count(...given));

test('of several connections that read the same state, one writes', async () => {
  const first = await temporaryStore();
  const second = await openUntilEnd(first);
  for (const seen of [undefined, state(1)]) {
    const next = state((seen?.count ?? 0) + 1);
    const swaps = [first, second, first].map(({ rateLimits }) =>
      swap(rateLimits, key('a'), seen, next, now),
    );
    expect((await Promise.all(swaps)).filter(Boolean)).toHaveLength(1);
    expect(await second.rateLimits.find(key('a'))).toEqual(next);
  }
});

test('unlocking an account removes all its rate limits, and nobody else’s', async () => {
  const store = await temporaryStore();
  const { rateLimits, accounts, rateLimitKeys } = store;
  const { id } = await addAccount(store, 'Ana@example.com');
  const [hers, other] = ['ana@example.com', 'ben@example.com'].map(rateLimitKeys.identity);
  for (const action of ['login', 'code']) {
    for (const subject of [hers, other])
      await swap(rateLimits, key(String(subject), action), undefined, state(1), now);
  }
  expect(await accounts.unlock(id, now)).toBe(true);
  for (const action of ['login', 'code']) {
    expect(await rateLimits.find(key(String(hers), action))).toBeUndefined();
    expect(await rateLimits.find(key(String(other), action))).toEqual(state(1));
  }
});

test.each(['failures', 'requests'] as const)(
  'expired counts are removed when %s are counted',
  async (what) => {
    const { rateLimits, database } = await temporaryStore();
    for (let index = 0; index < 15; index += 1)
      await swap(rateLimits, key(`old ${index}`), undefined, state(1, now + index), now);
    for (const subject of [...'abcdefghij']) {
      if (what === 'failures')
        await swap(rateLimits, key(subject), undefined, state(1, now + 99), now + 50);
      else await countIn(rateLimits, key(subject), { limit: 2, end: now + 99 }, now + 50);
    }
    expect(
      await inspect(database, "select subject from rate_limits where subject like 'old%'"),
    ).toEqual([]);
  },
);

test('a window that follows another one is remembered until its end', async () => {
  const { rateLimits } = await temporaryStore();
  const countAt = (subject: string, at: number) =>
    countIn(rateLimits, key(subject), { limit: 1, end: at + 60 }, at);
  await countAt('a', now);
  expect(await countAt('a', now + 59)).toBeUndefined();
  expect(await countAt('a', now + 60)).toEqual({ count: 1, until: now + 120 });
  await countAt('b', now + 119);
  expect(await countAt('a', now + 119)).toBeUndefined();
});

test('strangers cannot fill the table: the counts that would expire first make room', async () => {
  const { database } = await temporaryStore();
  const engine = await openEngine({ database });
  onTestFinished(engine.close);
  const rateLimits = createRateLimits(engine, { rows: 20, between: 5 });
  await swap(rateLimits, key('long'), undefined, state(3, now + hours(48)), now);
  // What protects an account stays, although it expires first.
  await swap(rateLimits, key('victim'), undefined, state(2, now + 500), now);
  await swap(rateLimits, key('victim', 'code'), undefined, state(1, now + 500), now);
  for (let index = 0; index < 100; index += 1) {
    await swap(rateLimits, key(`${index}`), undefined, state(1, now + 1000 + index), now);
    if (index % 20 < 19) continue;
    const rows = await inspect(database, 'select subject from rate_limits');
    expect(rows.length).toBeLessThanOrEqual(25);
  }
  expect(await rateLimits.find(key('long'))).toMatchObject({ count: 3 });
  expect(await rateLimits.find(key('99'))).toMatchObject({ count: 1 });
  expect(await rateLimits.find(key('victim'))).toMatchObject({ count: 2 });
  expect(await rateLimits.find(key('victim', 'code'))).toMatchObject({ count: 1 });
  expect(await rateLimits.find(key('0'))).toBeUndefined();
});

test('who has the database only cannot test which identities and networks are in it', async () => {
  const stores = [await temporaryStore(), await temporaryStore()];
  const [first, second] = stores.map(({ rateLimitKeys }) => [
    rateLimitKeys.identity('ana@example.com'),
    rateLimitKeys.network('198.51.100.7'),
    rateLimitKeys.account('usr_1'),
  ]);
  expect(new Set([...(first ?? []), ...(second ?? [])]).size).toBe(6);
  expect(stores[0]?.rateLimitKeys.identity('ANA@example.com')).toBe(first?.[0]);
});
