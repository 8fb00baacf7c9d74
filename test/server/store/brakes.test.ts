import { expect, test } from 'vitest';
import { identitySubject } from '../../../server/security/throttle/subject.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { inspect } from '../../support/a-database.ts';
import { addAccount, now } from './an-account.ts';
import { temporaryStore } from './temporary-store.ts';

const key = (subject: string, brake = 'login') => ({ subject, brake });
const state = (count: number, forgetAt = now + 1000) => ({ count, until: now, forgetAt });

test('of several who saw the same state, on several connections, one writes', async () => {
  const first = await temporaryStore();
  const second = await openStore(first);
  for (const seen of [undefined, state(1)]) {
    const next = state((seen?.count ?? 0) + 1);
    const swaps = [first, second, first].map(({ brakes }) => brakes.swap(key('a'), seen, next, now));
    expect((await Promise.all(swaps)).filter(Boolean)).toHaveLength(1);
    expect(await second.brakes.find(key('a'))).toEqual(next);
  }
  await second.close();
});

test('an account that is unlocked is released from all its brakes, and nobody else from any', async () => {
  const { brakes, accounts, ...store } = await temporaryStore();
  const { id } = await addAccount({ accounts, brakes, ...store }, 'Ana@example.com');
  const [hers, other] = ['ana@example.com', 'ben@example.com'].map(identitySubject);
  for (const brake of ['login', 'code']) {
    for (const subject of [hers, other])
      await brakes.swap(key(String(subject), brake), undefined, state(1), now);
  }
  expect(await accounts.unlock(id, now)).toBe(true);
  for (const brake of ['login', 'code']) {
    expect(await brakes.find(key(String(hers), brake))).toBeUndefined();
    expect(await brakes.find(key(String(other), brake))).toEqual(state(1));
  }
});

test('what means nothing any more is swept away by what comes after it', async () => {
  const { brakes, database } = await temporaryStore();
  for (let index = 0; index < 15; index += 1)
    await brakes.swap(key(`old ${index}`), undefined, state(1, now + index), now);
  for (const subject of ['x', 'y']) await brakes.swap(key(subject), undefined, state(1, now + 99), now + 50);
  expect(await inspect(database, 'select subject from brakes order by subject')).toEqual([
    { subject: 'x' },
    { subject: 'y' },
  ]);
});

test('a count is written between the steps of a transaction that has begun, which ends all the same', async () => {
  const store = await temporaryStore();
  const changes = Array.from({ length: 30 }, (_, index) => addAccount(store, `${index}@example.com`));
  const counts = Array.from({ length: 30 }, (_, index) =>
    store.brakes.swap(key(String(index)), undefined, state(1), now),
  );
  await Promise.all(changes);
  expect(await Promise.all(counts)).toEqual(counts.map(() => true));
  expect(await store.accounts.list()).toHaveLength(30);
});
