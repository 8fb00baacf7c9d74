import { expect, test } from 'vitest';
import { addAccount, mfa, now } from './an-account.ts';
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
