import { expect, test } from 'vitest';
import { addAccount, createKey, now } from './an-account.ts';
import { temporaryStore } from './temporary-store.ts';

test('a key that has expired makes room for another', async () => {
  const store = await temporaryStore();
  const { id: accountId } = await addAccount(store, 'ana@example.com');
  await createKey(store, accountId, now, { expiresAt: now + 10 });
  await createKey(store, accountId);
  expect((await createKey(store, accountId, now + 9, { limit: 2 })).outcome).toBe('limit_reached');
  expect((await createKey(store, accountId, now + 10, { limit: 2 })).outcome).toBe('created');
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
