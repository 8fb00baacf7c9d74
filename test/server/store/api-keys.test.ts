import { expect, test } from 'vitest';
import { hashCredential } from '../../../server/security/credential-hashes.ts';
import { addAccount, createKey, now } from './an-account.ts';
import { temporaryStore } from './temporary-store.ts';

test('a new key is active and listed, without its secret', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  const { id, key, outcome } = await createKey(store, accountId);
  expect(outcome).toBe('created');
  expect(await store.apiKeys.list(accountId, now)).toEqual([
    {
      id,
      keyPrefix: key.slice(0, 12),
      description: 'deploys',
      state: 'active',
      createdAt: now,
      expiresAt: undefined,
      revokedAt: undefined,
    },
  ]);
});

test('an account has at most a hundred active keys, even with many requests at once', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  const { id: neighbour } = await addAccount(store, 'ben@example.com');
  const keys = await Promise.all(Array.from({ length: 120 }, () => createKey(store, accountId)));
  expect(keys.filter(({ outcome }) => outcome === 'created')).toHaveLength(100);
  expect(keys.filter(({ outcome }) => outcome === 'limit_reached')).toHaveLength(20);
  expect((await createKey(store, neighbour)).outcome).toBe('created');
});

test('a revoked or expired key makes room for another', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  const { id } = await createKey(store, accountId);
  await createKey(store, accountId, now, { expiresAt: now + 10 });
  for (let count = 0; count < 98; count += 1) await createKey(store, accountId);
  expect((await createKey(store, accountId)).outcome).toBe('limit_reached');

  await store.apiKeys.revoke(accountId, id, now);
  expect((await createKey(store, accountId)).outcome).toBe('created');
  expect((await createKey(store, accountId, now + 9)).outcome).toBe('limit_reached');
  expect((await createKey(store, accountId, now + 10)).outcome).toBe('created');
});

test('revoking again returns the time of the first revocation', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  const { id } = await createKey(store, accountId);
  expect(await store.apiKeys.revoke(accountId, id, now + 1)).toEqual({ id, revokedAt: now + 1 });
  expect(await store.apiKeys.revoke(accountId, id, now + 2)).toEqual({ id, revokedAt: now + 1 });
});

test('revocations at the same time all return the same time', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  const { id } = await createKey(store, accountId);
  const revocations = await Promise.all(
    Array.from({ length: 20 }, (_, at) => store.apiKeys.revoke(accountId, id, now + at)),
  );
  expect(new Set(revocations.map((revocation) => revocation?.revokedAt)).size).toBe(1);
});

test("another user's key, an unknown one and a malformed one get the same result", async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  const { id: neighbour } = await addAccount(store, 'ben@example.com');
  const { id } = await createKey(store, accountId);
  const ids = [id, `key_${'0'.repeat(22)}`, '', 'generate', `${id}\0`, `${id} `, '\ud800', '__proto__', '%'];
  for (const asked of ids) expect(await store.apiKeys.revoke(neighbour, asked, now)).toBeUndefined();
  expect((await store.apiKeys.list(accountId, now))[0]?.state).toBe('active');
});

test('a key is inactive while its owner is disabled', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  await createKey(store, accountId);
  const { id: revoked } = await createKey(store, accountId, now + 1);
  await store.apiKeys.revoke(accountId, revoked, now + 1);
  const states = async () => (await store.apiKeys.list(accountId, now + 1)).map(({ state }) => state);

  await store.accounts.disable(accountId, now + 1);
  expect(await states()).toEqual(['inactive', 'revoked']);
  await store.accounts.enable(accountId, now + 1);
  expect(await states()).toEqual(['active', 'revoked']);
});

test('the first of revocation and expiry is final', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  const { id: first } = await createKey(store, accountId, now, { expiresAt: now + 10 });
  const { id: second } = await createKey(store, accountId, now + 1, { expiresAt: now + 10 });
  const states = async (at: number) => (await store.apiKeys.list(accountId, at)).map(({ state }) => state);

  expect(await states(now + 9)).toEqual(['active', 'active']);
  await store.apiKeys.revoke(accountId, first, now + 9);
  expect(await states(now + 10)).toEqual(['revoked', 'expired']);
  expect(await store.apiKeys.revoke(accountId, second, now + 20)).toEqual({
    id: second,
    revokedAt: now + 20,
  });
  expect(await states(now + 20)).toEqual(['revoked', 'expired']);
});

test('a revoked key stays revoked for a clock that is behind, and an expired one expired', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  const plain = await createKey(store, accountId);
  const ending = await createKey(store, accountId, now + 1, { expiresAt: now + 10 });
  for (const { id } of [plain, ending]) await store.apiKeys.revoke(accountId, id, now + 20);

  for (const at of [now, now + 5, now + 15, now + 20]) {
    const states = (await store.apiKeys.list(accountId, at)).map(({ state }) => state);
    expect(states).toEqual(['revoked', 'expired']);
    for (const { key } of [plain, ending])
      expect(await store.apiKeys.findActive(hashCredential(key), at)).toBeUndefined();
  }
});

test('no key is generated for a disabled or deleted account', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  await store.accounts.disable(accountId, now);
  expect((await createKey(store, accountId)).outcome).toBe('account_inactive');
  await store.accounts.delete(accountId, now);
  expect((await createKey(store, accountId)).outcome).toBe('account_inactive');
});

test('deleting an account deletes its keys', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  const { id } = await createKey(store, accountId);
  await store.accounts.delete(accountId, now);
  expect(await store.apiKeys.revoke(accountId, id, now)).toBeUndefined();
  expect(await store.apiKeys.list(accountId, now)).toEqual([]);
});
