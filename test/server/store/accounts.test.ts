import { expect, test } from 'vitest';
import { inspect } from '../../support/server/database.ts';
import { addAccount, createKey, find, mfa, now } from './an-account.ts';
import { temporaryStore } from './temporary-store.ts';

test('when two callers add the same identity at once, one succeeds', async () => {
  const store = await temporaryStore();
  const add = (id: string) =>
    store.accounts.add({ id, identity: 'ana@example.com', nickname: id, passwordHash: 'a hash' }, now);
  expect((await Promise.all([add('usr_1'), add('usr_2')])).sort()).toEqual(['added', 'identity_taken']);
});

test('accounts are listed in the order in which they were added', async () => {
  const store = await temporaryStore();
  for (const [at, identity] of ['c@x', 'a@x', 'b@x'].entries()) {
    await store.accounts.add({ id: identity, identity, nickname: 'n', passwordHash: 'h' }, now + at);
  }
  expect((await store.accounts.list()).map(({ identity }) => identity)).toEqual(['c@x', 'a@x', 'b@x']);
});

test('the identity of a deleted account can be used again, with another id', async () => {
  const store = await temporaryStore();
  const { id } = await addAccount(store, 'ana@example.com', { mfa });
  expect(await store.accounts.delete(id, now)).toBe(true);
  expect(await store.accounts.findByIdentity('ana@example.com')).toBeUndefined();
  expect((await addAccount(store, 'ana@example.com')).id).not.toBe(id);
});

const cheap = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA';
const dear = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA';

const keysOf = (database: string) =>
  inspect(database, 'select identity, unrevoked_keys as keys from accounts order by identity');

test('keys that are not revoked are counted for each account, through every change', async () => {
  const store = await temporaryStore();
  const { id: ana } = await addAccount(store, 'ana@example.com');
  const { id: ben } = await addAccount(store, 'ben@example.com');
  const [first] = await Promise.all(Array.from({ length: 5 }, () => createKey(store, ana)));
  await createKey(store, ben);
  await createKey(store, ana, now, { expiresAt: now + 1 });
  await Promise.all([1, 2, 3].map((at) => store.apiKeys.revoke(ana, first?.id ?? '', now + at)));
  await store.apiKeys.revoke(ben, first?.id ?? '', now);
  expect(await keysOf(store.database)).toEqual([
    { identity: 'ana@example.com', keys: 5 },
    { identity: 'ben@example.com', keys: 1 },
  ]);
});

test('the costs of password hashes are counted while accounts are added, changed and deleted', async () => {
  const store = await temporaryStore();
  expect(await store.accounts.countPasswordCosts()).toEqual([]);
  for (const name of ['ana', 'ben', 'cid'])
    await addAccount(store, `${name}@example.com`, { passwordHash: cheap });
  const ana = await find(store, 'ana@example.com');
  await addAccount(store, 'dan@example.com', { passwordHash: 'of no known cost' });
  await store.accounts.setPassword(ana.id, dear, now);
  expect(await store.accounts.countPasswordCosts()).toEqual([
    { cost: 'm=19456,t=2,p=1', accounts: 1 },
    { cost: 'm=8,t=1,p=1', accounts: 2 },
  ]);
  for (const name of ['ben', 'cid'])
    await store.accounts.delete((await find(store, `${name}@example.com`)).id, now);
  expect(await store.accounts.countPasswordCosts()).toEqual([{ cost: 'm=19456,t=2,p=1', accounts: 1 }]);
});
