import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onPostgres, openUntilEnd, runSql } from '../../support/server/database.ts';
import { addAccount, anAccount, createKey, logIn, now } from './an-account.ts';

test('lists events in their order, after one, and of one account', async () => {
  const { store, account, id } = await anAccount();
  const eve = await addAccount(store, 'eve@example.com');
  await logIn(store, account);
  await logIn(store, eve);

  const all = await store.events.list({ limit: 10 });
  expect(all.map(({ accountId }) => accountId)).toEqual([id, eve.id, id, eve.id]);
  expect(all[0]).toEqual({
    id: expect.any(Number),
    at: now,
    accountId: id,
    actor: 'operator',
    traceId: undefined,
    event: 'account_added',
    detail: undefined,
  });

  expect(await store.events.list({ limit: 2 })).toEqual(all.slice(0, 2));
  expect(await store.events.list({ after: all[1]?.id, limit: 10 })).toEqual(all.slice(2));
  expect(await store.events.list({ after: all[0]?.id, accountId: id, limit: 10 })).toEqual(
    all.slice(2, 3),
  );
});

test('a reader that follows the events gets each of them once, also while others are added', async () => {
  const { store } = await anAccount();
  const other = await openUntilEnd(store.place);
  const accounts = await Promise.all(
    Array.from({ length: 8 }, (_, index) => addAccount(store, `user-${index}@example.com`)),
  );
  const seen: number[] = [];
  const follow = async () => {
    const events = await store.events.list({ after: seen.at(-1), limit: 1000 });
    seen.push(...events.map(({ id }) => id));
  };

  let isDone = false;
  const following = (async () => {
    while (!isDone) {
      await follow();
      await nextTurn();
    }
  })();
  await Promise.all(
    accounts.map(async (account, index) => {
      for (let count = 0; count < 10; count += 1)
        await createKey(index % 2 === 0 ? store : other, account);
    }),
  );
  isDone = true;
  await following;
  await follow();

  const stored = await runSql(store.place.database, 'select id from events order by id');
  expect(seen).toEqual(stored.map((row) => Number(Reflect.get(row, 'id'))));
  expect(seen).toHaveLength(89);
});

test.each([
  "update events set actor = 'nobody'",
  'delete from events',
  onPostgres
    ? 'truncate events'
    : "insert or replace into events (id, at, actor, event) values (1, 1, 'a', 'b')",
])('nothing changes or removes an event: %s', async (statement) => {
  const { store } = await anAccount();
  const before = await store.events.list({ limit: 10 });

  await expect(runSql(store.place.database, statement)).rejects.toThrow('events is append-only');

  expect(await store.events.list({ limit: 10 })).toEqual(before);
});
