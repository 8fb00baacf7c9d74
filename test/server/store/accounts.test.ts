import { expect, test } from 'vitest';
import { addAccount, find, mfa, now } from './an-account.ts';
import { temporaryStore } from './temporary-store.ts';

test('an account is found by its identity in any case and composition', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'Ren\u00e9e@Example.com', { nickname: 'Ren\u00e9e' });
  expect(account).toMatchObject({
    identity: 'Ren\u00e9e@Example.com',
    nickname: 'Ren\u00e9e',
    disabled: false,
    totpSecret: undefined,
    createdAt: now,
  });
  expect((await find(store, 'RENE\u0301E@EXAMPLE.COM')).id).toBe(account.id);
});

test('two accounts cannot share an identity, whatever the case', async () => {
  const store = await temporaryStore();
  const { id } = await addAccount(store, 'ana@example.com');
  const another = { id: 'usr_other', identity: 'ANA@example.com', nickname: 'Other', passwordHash: 'other' };
  expect(await store.accounts.add({ ...another, mfa }, now)).toBe('identity_taken');
  expect(await find(store, 'ana@example.com')).toMatchObject({ id, passwordHash: 'a hash' });
  expect(await store.accounts.list()).toHaveLength(1);
});

test('when two callers add the same identity at once, one succeeds', async () => {
  const store = await temporaryStore();
  const add = (id: string) =>
    store.accounts.add({ id, identity: 'ana@example.com', nickname: id, passwordHash: 'a hash' }, now);
  expect((await Promise.all([add('usr_1'), add('usr_2')])).sort()).toEqual(['added', 'identity_taken']);
});

test.each(['__proto__', 'constructor', 'toString', "' or 1=1 --", '%', '', 'ana@example.com '])(
  'an identity that means something elsewhere is only a string here (case %#)',
  async (identity) => {
    const store = await temporaryStore();
    await addAccount(store, 'ana@example.com');
    expect(await store.accounts.findByIdentity(identity)).toBeUndefined();
    const { id } = await addAccount(store, identity);
    expect((await find(store, identity)).id).toBe(id);
  },
);

test('accounts are listed in the order in which they were added', async () => {
  const store = await temporaryStore();
  for (const [at, identity] of ['c@x', 'a@x', 'b@x'].entries()) {
    await store.accounts.add({ id: identity, identity, nickname: 'n', passwordHash: 'h' }, now + at);
  }
  expect((await store.accounts.list()).map(({ identity }) => identity)).toEqual(['c@x', 'a@x', 'b@x']);
});

test('changes are read back', async () => {
  const store = await temporaryStore();
  const { id } = await addAccount(store, 'ana@example.com');
  await store.accounts.setPassword(id, 'another hash', now);
  await store.accounts.setMfa(id, mfa, now);
  await store.accounts.disable(id, now);
  expect(await find(store, 'ana@example.com')).toMatchObject({
    passwordHash: 'another hash',
    totpSecret: mfa.totpSecret,
    disabled: true,
  });
  await store.accounts.removeMfa(id, now);
  await store.accounts.enable(id, now);
  expect(await find(store, 'ana@example.com')).toMatchObject({ totpSecret: undefined, disabled: false });
});

test('the identity of a deleted account can be used again, with another id', async () => {
  const store = await temporaryStore();
  const { id } = await addAccount(store, 'ana@example.com', { mfa });
  expect(await store.accounts.delete(id, now)).toBe(true);
  expect(await store.accounts.findByIdentity('ana@example.com')).toBeUndefined();
  expect((await addAccount(store, 'ana@example.com')).id).not.toBe(id);
});

test('a missing account cannot be changed', async () => {
  const { accounts } = await temporaryStore();
  expect(await accounts.disable('usr_none', now)).toBe(false);
  expect(await accounts.enable('usr_none', now)).toBe(false);
  expect(await accounts.setPassword('usr_none', 'hash', now)).toBe(false);
  expect(await accounts.setMfa('usr_none', mfa, now)).toBe(false);
  expect(await accounts.removeMfa('usr_none', now)).toBe(false);
  expect(await accounts.delete('usr_none', now)).toBe(false);
});
