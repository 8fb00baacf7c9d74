import { expect, test } from 'vitest';
import { openUntilEnd, runSql } from '../../support/server/database.ts';
import {
  addAccount,
  anAccount,
  createKey,
  eventNames,
  hour,
  now,
  revoke,
  traceId,
} from './an-account.ts';

test('returns a key by its hash, by its id, and in the list of its account', async () => {
  const { store, account, id } = await anAccount();
  const created = await createKey(store, account);
  const later = await createKey(store, account, { createdAt: now + 1 });
  const expected = {
    id: created.id,
    accountId: id,
    keyPrefix: 'aak_01234567',
    description: 'deploys',
    state: 'active',
    createdAt: now,
    revokedAt: undefined,
  };

  expect(await store.apiKeys.findByHash(created.keyHash)).toEqual(expected);
  expect(await store.apiKeys.find(created.id)).toEqual(expected);
  const keys = await store.apiKeys.list(id);
  expect(keys.map((key) => key.id)).toEqual([created.id, later.id]);
  expect(keys[0]).toEqual(expected);
});

test('finds no key by an unknown hash or a malformed id', async () => {
  const { store, account } = await anAccount();
  await createKey(store, account);

  expect(await store.apiKeys.findByHash('unknown')).toBeUndefined();
  for (const id of ['key_0000000000000000000000', 'key_\0', 'key_\ud800', ''])
    expect(await store.apiKeys.find(id)).toBeUndefined();
});

test('parallel requests never exceed the limit of active keys', async () => {
  const { store, account, id } = await anAccount();
  const other = await openUntilEnd(store.place);

  const keys = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      createKey(index % 2 === 0 ? store : other, account, { maximumKeys: 5 }),
    ),
  );

  const created = keys.filter(({ outcome }) => outcome === 'created');
  expect(created).toHaveLength(5);
  expect(keys.filter(({ outcome }) => outcome === 'key_limit_reached')).toHaveLength(15);
  expect(await store.apiKeys.list(id)).toHaveLength(5);

  // A revoked key leaves room for another one.
  await revoke(store, account, created[0]?.id ?? '');
  expect((await createKey(store, account, { maximumKeys: 5 })).outcome).toBe('created');
  expect((await createKey(store, account, { maximumKeys: 5 })).outcome).toBe('key_limit_reached');
});

test('revokes a key once, and returns the time of the first revocation', async () => {
  const { store, account } = await anAccount();
  const { id, keyHash } = await createKey(store, account);

  expect(await revoke(store, account, id, now + 1)).toBe(now + 1);
  expect(await revoke(store, account, id, now + 2)).toBe(now + 1);

  expect(await store.apiKeys.findByHash(keyHash)).toMatchObject({
    state: 'revoked',
    revokedAt: now + 1,
  });
  expect(await eventNames(store)).toEqual(['account_added', 'api_key_created', 'api_key_revoked']);
});

test('parallel revocations return one time, and are one event', async () => {
  const { store, account } = await anAccount();
  const other = await openUntilEnd(store.place);
  const { id } = await createKey(store, account);

  const times = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      revoke(index % 2 === 0 ? store : other, account, id, now + index),
    ),
  );

  expect(new Set(times).size).toBe(1);
  expect(await eventNames(store)).toEqual(['account_added', 'api_key_created', 'api_key_revoked']);
});

test("another account's key looks like one that does not exist", async () => {
  const { store, account } = await anAccount();
  const eve = await addAccount(store, 'eve@example.com');
  const { id } = await createKey(store, account);

  for (const keyId of [id, 'key_0000000000000000000000', 'no id', '\0'])
    expect(await revoke(store, eve, keyId)).toBeUndefined();

  expect((await store.apiKeys.find(id))?.state).toBe('active');
});

test('an operator revokes a key of a disabled account', async () => {
  const { store, account, id } = await anAccount();
  const key = await createKey(store, account);
  await store.accounts.disable(id, now);

  const revokedAt = await store.apiKeys.revoke({
    accountId: id,
    revision: undefined,
    keyId: key.id,
    now,
    source: { actor: 'operator' },
  });

  expect(revokedAt).toBe(now);
  expect((await store.apiKeys.find(key.id))?.state).toBe('revoked');
  expect((await store.events.list({ limit: 10 })).at(-1)).toMatchObject({
    event: 'api_key_revoked',
    actor: 'operator',
    traceId: undefined,
    detail: { keyId: key.id },
  });
});

const idempotency = { key: 'a request', response: '{"key":"aak_1"}', expiresAt: now + hour };

test('a repeated request gets the response of the first one', async () => {
  const { store, account, id } = await anAccount();
  const first = await createKey(store, account, { idempotency });

  const again = await createKey(store, account, {
    idempotency: { ...idempotency, response: '{"key":"aak_2"}' },
    maximumKeys: 1,
  });

  expect([first.outcome, again.outcome]).toEqual(['created', { replay: idempotency.response }]);
  expect(await store.apiKeys.list(id)).toHaveLength(1);
  expect((await store.events.list({ limit: 10 })).at(-1)).toMatchObject({
    event: 'api_key_repeated',
    traceId,
    detail: { keyId: first.id },
  });
});

test('of parallel requests with one Idempotency-Key, one creates a key', async () => {
  const { store, account, id } = await anAccount();
  const other = await openUntilEnd(store.place);

  const keys = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      createKey(index % 2 === 0 ? store : other, account, { idempotency }),
    ),
  );

  expect(keys.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
  expect(keys.filter(({ outcome }) => typeof outcome === 'object')).toHaveLength(9);
  expect(await store.apiKeys.list(id)).toHaveLength(1);
});

test('the same Idempotency-Key with another description is a conflict', async () => {
  const { store, account } = await anAccount();
  await createKey(store, account, { idempotency });

  const { outcome } = await createKey(store, account, { idempotency, description: 'another' });

  expect(outcome).toBe('idempotency_conflict');
});

test('the same Idempotency-Key of another account creates another key', async () => {
  const { store, account } = await anAccount();
  const eve = await addAccount(store, 'eve@example.com');
  await createKey(store, account, { idempotency });

  expect((await createKey(store, eve, { idempotency })).outcome).toBe('created');
});

test('a response is not repeated after its key was revoked', async () => {
  const { store, account } = await anAccount();
  const { id } = await createKey(store, account, { idempotency });
  const other = await createKey(store, account, { idempotency: { ...idempotency, key: 'other' } });

  await revoke(store, account, id);

  expect((await createKey(store, account, { idempotency })).outcome).toBe('idempotency_key_spent');
  const ofOther = { idempotency: { ...idempotency, key: 'other' } };
  expect([other.outcome, (await createKey(store, account, ofOther)).outcome]).toEqual([
    'created',
    { replay: idempotency.response },
  ]);
});

test('an Idempotency-Key can be used again when its time is over', async () => {
  const { store, account } = await anAccount();
  await createKey(store, account, { idempotency });
  const at = async (createdAt: number) =>
    (
      await createKey(store, account, {
        createdAt,
        idempotency: { ...idempotency, response: '{"key":"aak_2"}', expiresAt: createdAt + hour },
      })
    ).outcome;

  expect(await at(now + hour - 1)).toEqual({ replay: idempotency.response });
  expect(await at(now + hour)).toBe('created');
  expect(await at(now + hour)).toEqual({ replay: '{"key":"aak_2"}' });
});

test('a rejected request does not use its Idempotency-Key', async () => {
  const { store, account } = await anAccount();

  const rejected = await createKey(store, account, { idempotency, maximumKeys: 0 });
  const accepted = await createKey(store, account, { idempotency, description: 'another' });

  expect([rejected.outcome, accepted.outcome]).toEqual(['key_limit_reached', 'created']);
});

test('deletes expired tokens and responses, and nothing else', async () => {
  const { store, account } = await anAccount();
  const { database } = store.place;
  // More than are deleted in one transaction.
  for (let index = 0; index < 600; index += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, offset) =>
        createKey(store, account, {
          idempotency: { ...idempotency, key: `${index + offset}` },
          maximumKeys: 1000,
        }),
      ),
    );
  const longer = { ...idempotency, expiresAt: now + 2 * hour, key: 'longer' };
  await createKey(store, account, { idempotency: longer, maximumKeys: 1000 });

  await store.deleteExpired(now + hour);

  expect(await runSql(database, 'select key_id from idempotency')).toHaveLength(1);
  expect(await runSql(database, 'select id from api_keys')).toHaveLength(601);
});
