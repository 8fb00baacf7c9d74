import { expect, test } from 'vitest';
import { hours } from '../../support/server/clock.ts';
import { inspect, onPostgres, tamper, temporaryStore } from '../../support/server/database.ts';
import { addAccount, anAccount, createKey, logIn, mfa, now } from './an-account.ts';

test('when two callers add the same identity at once, one succeeds', async () => {
  const store = await temporaryStore();
  const add = (id: string) =>
    store.accounts.add(
      { id, identity: 'ana@example.com', nickname: id, passwordHash: 'a hash' },
      now,
    );
  expect((await Promise.all([add('usr_1'), add('usr_2')])).sort()).toEqual([
    'added',
    'identity_taken',
  ]);
});

test('accounts are listed in the order in which they were added', async () => {
  const store = await temporaryStore();
  for (const [at, identity] of ['c@x', 'a@x', 'b@x'].entries()) {
    await store.accounts.add(
      { id: identity, identity, nickname: 'n', passwordHash: 'h' },
      now + at,
    );
  }
  expect((await store.accounts.list()).map(({ identity }) => identity)).toEqual([
    'c@x',
    'a@x',
    'b@x',
  ]);
});

test('the identity of a deleted account can be used again, with another id', async () => {
  const { store, id } = await anAccount({ mfa });
  expect(await store.accounts.delete(id, now)).toBe(true);
  expect(await store.accounts.findByIdentity('ana@example.com')).toBeUndefined();
  expect((await addAccount(store, 'ana@example.com')).id).not.toBe(id);
});

// SQLite has one writer at a time.
test.skipIf(onPostgres)(
  'while an account with many revoked keys is deleted, it is disabled, and others make changes',
  async () => {
    const { store, id } = await anAccount();
    const insert = `insert into api_keys (id, account_id, key_hash, key_prefix, created_at, revoked_at)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 3500)
    select 'key_' || n, '${id}', 'hash ' || n, 'aak_', n, n from numbers`;
    await tamper(
      store.database,
      "create trigger planted before delete on accounts begin select raise(abort, 'planted'); end",
    );
    await expect(store.accounts.delete(id, now)).rejects.toThrow('planted');
    // Nobody uses it without its revocations.
    expect((await store.accounts.find('ana@example.com'))?.disabled).toBe(true);
    await tamper(store.database, `drop trigger planted; ${insert}`);
    let changes = 0;
    let isDeleted = false;
    const deletion = store.accounts.delete(id, now).finally(() => (isDeleted = true));
    for (; !isDeleted; changes += 1) await store.health.write();
    expect(await deletion).toBe(true);
    expect(changes).toBeGreaterThan(3);
    expect(await inspect(store.database, 'select id from api_keys')).toEqual([]);
  },
);

test('a key that has expired makes room for another', async () => {
  const { store, id: accountId } = await anAccount();
  await createKey(store, accountId, now, { expiresAt: now + 10 });
  await createKey(store, accountId);
  expect((await createKey(store, accountId, now + 9, { limit: 2 })).outcome).toBe('limit_reached');
  expect((await createKey(store, accountId, now + 10, { limit: 2 })).outcome).toBe('created');
});

test('a key is inactive while its owner is disabled', async () => {
  const { store, id: accountId } = await anAccount();
  await createKey(store, accountId);
  const { id: revoked } = await createKey(store, accountId, now + 1);
  await store.apiKeys.revoke(accountId, revoked, now + 1);
  const states = async () =>
    (await store.apiKeys.list(accountId, now + 1)).map(({ state }) => state);

  await store.accounts.disable(accountId, now + 1);
  expect(await states()).toEqual(['inactive', 'revoked']);
  await store.accounts.enable(accountId, now + 1);
  expect(await states()).toEqual(['active', 'revoked']);
});

test('the first of revocation and expiry is final', async () => {
  const { store, id: accountId } = await anAccount();
  const { id: first } = await createKey(store, accountId, now, { expiresAt: now + 10 });
  const { id: second } = await createKey(store, accountId, now + 1, { expiresAt: now + 10 });
  const states = async (at: number) =>
    (await store.apiKeys.list(accountId, at)).map(({ state }) => state);

  expect(await states(now + 9)).toEqual(['active', 'active']);
  await store.apiKeys.revoke(accountId, first, now + 9);
  expect(await states(now + 10)).toEqual(['revoked', 'expired']);
  expect(await store.apiKeys.revoke(accountId, second, now + 20)).toEqual({
    id: second,
    revokedAt: now + 20,
  });
  expect(await states(now + 20)).toEqual(['revoked', 'expired']);
});

test('a batch removes no more than its limit', async () => {
  const { store, account } = await anAccount();
  for (let index = 0; index < 5; index += 1) {
    await logIn(store, account);
    const key = { subject: String(index), action: 'login' };
    await store.rateLimits.together((memory) => memory.count(key, { limit: 1, end: now + 1 }, now));
    const until = now + hours(1 + (index % 2));
    const repeatable = { idempotencyKey: String(index), keyMaterial: 'key material', until };
    await createKey(store, account.id, now, { repeatable });
  }
  const later = now + hours(1);
  const sweep = () => store.sweep.batch(later, 7);
  expect(await sweep()).toEqual({ accessTokens: 5, rateLimits: 2, idempotencyRecords: 0 });
  expect(await sweep()).toEqual({ accessTokens: 0, rateLimits: 3, idempotencyRecords: 3 });
  // The other two can still be repeated, and no key is removed.
  expect(
    await inspect(store.database, 'select key_material from idempotency_records'),
  ).toHaveLength(2);
  expect(await store.apiKeys.list(account.id, later)).toHaveLength(5);
});
