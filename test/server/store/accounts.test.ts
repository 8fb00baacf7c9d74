import { expect, test } from 'vitest';
import { createId } from '../../../server/security/random.ts';
import {
  addAccount,
  anAccount,
  createKey,
  eventNames,
  find,
  logIn,
  mfa,
  now,
  recoveryCodeHashes,
  revoke,
} from './an-account.ts';

test('finds an account by its identity in any case and in any normalization form', async () => {
  const { store, id } = await anAccount({ identity: 'Zoë@Example.com' });

  for (const identity of ['zoë@example.com', 'ZOË@EXAMPLE.COM', 'zoe\u0308@example.com'])
    expect((await find(store, identity)).id).toBe(id);
  expect(await store.accounts.findByIdentity('zoe@example.com')).toBeUndefined();
});

test('finds no account by an identity that the database cannot store', async () => {
  const { store } = await anAccount({ identity: 'ana\ufffd' });

  for (const identity of ['ana\ud800', 'ana\0', 'ana\ufffd\0'])
    expect(await store.accounts.findByIdentity(identity)).toBeUndefined();
});

test('adds an identity once, also in another case', async () => {
  const { store, id } = await anAccount();
  const add = (identity: string) =>
    store.accounts.add(
      {
        id: createId('user', () => new Uint8Array(64)),
        identity,
        nickname: 'Eve',
        passwordHash: 'another hash',
        mfa,
      },
      now,
    );

  expect(await add('ANA@example.com')).toBe('identity_taken');

  expect(await find(store)).toMatchObject({ id, nickname: 'Ana', mfaEnabled: false });
  expect(await eventNames(store)).toEqual(['account_added']);
});

test('returns what it stored', async () => {
  const { account, id } = await anAccount({ mfa });

  expect(account).toEqual({
    id,
    identity: 'ana@example.com',
    nickname: 'Ana',
    disabled: false,
    mfaEnabled: true,
    createdAt: now,
    revision: 1,
    passwordHash: 'a hash',
    totpSecret: mfa.totpSecret,
  });
});

test('lists accounts in the order in which they were added, without secrets', async () => {
  const { store, id } = await anAccount();
  const { id: other } = await addAccount(store, 'bob@example.com');

  const accounts = await store.accounts.list();

  expect(accounts.map((account) => account.id)).toEqual([id, other]);
  expect(accounts[0]).not.toHaveProperty('passwordHash');
  expect(await store.accounts.isEmpty()).toBe(false);
});

const changes = {
  account_disabled: (store, id) => store.accounts.disable(id, now),
  password_changed: (store, id) => store.accounts.setPassword(id, 'a new hash', now),
  mfa_enabled: (store, id) => store.accounts.setMfa(id, mfa, now),
  mfa_removed: (store, id) => store.accounts.removeMfa(id, now),
  account_deleted: (store, id) => store.accounts.delete(id, now),
  sessions_ended: (store, id) => store.accounts.endSessions(id, now),
} satisfies Record<string, (store: Stores, id: string) => Promise<boolean>>;

type Stores = Awaited<ReturnType<typeof anAccount>>['store'];

test.each(Object.entries(changes))('%s ends tokens and stored responses', async (event, change) => {
  const { store, account, id } = await anAccount({ mfa });
  const { isLive } = await logIn(store, account, { code: { totpStep: 2000 } });
  const idempotency = { key: 'a', response: '{}', expiresAt: now + 1 };
  const key = await createKey(store, account, { idempotency });
  expect([key.outcome, await isLive()]).toEqual(['created', true]);

  expect(await change(store, id)).toBe(true);

  expect(await isLive()).toBe(false);
  // What was checked before the change does nothing after it.
  expect((await logIn(store, account, { code: { totpStep: 3000 } })).outcome).toBe(
    'account_changed',
  );
  expect((await createKey(store, account)).outcome).toBe('account_inactive');
  expect(await revoke(store, account, key.id)).toBe('account_inactive');
  expect((await eventNames(store)).at(-1)).toBe(event);

  await store.accounts.enable(id, now);
  const changed = await store.accounts.findById(id);
  if (changed === undefined) return;
  expect((await createKey(store, changed, { idempotency })).outcome).toBe('idempotency_key_spent');
});

test.each(Object.entries(changes))('%s finds no account that does not exist', async (_, change) => {
  const { store } = await anAccount();

  expect(await change(store, 'usr_0000000000000000000000')).toBe(false);

  expect(await eventNames(store)).toEqual(['account_added']);
});

test('disables and enables an account once', async () => {
  const { store, account, id } = await anAccount();
  const key = await createKey(store, account);

  expect(await store.accounts.enable(id, now)).toBe(true);
  expect(await store.accounts.disable(id, now)).toBe(true);
  expect(await store.accounts.disable(id, now)).toBe(true);
  expect((await store.apiKeys.find(key.id))?.state).toBe('inactive');
  expect((await find(store)).disabled).toBe(true);

  expect(await store.accounts.enable(id, now)).toBe(true);
  expect((await store.apiKeys.find(key.id))?.state).toBe('active');
  expect(await eventNames(store)).toEqual([
    'account_added',
    'api_key_created',
    'account_disabled',
    'account_enabled',
  ]);
});

test('deletes an account with its keys, and keeps its events', async () => {
  const { store, account, id } = await anAccount({ mfa });
  const key = await createKey(store, account);

  expect(await store.accounts.delete(id, now)).toBe(true);

  expect(await store.accounts.findById(id)).toBeUndefined();
  expect(await store.apiKeys.findByHash(key.keyHash)).toBeUndefined();
  expect(await store.accounts.isEmpty()).toBe(true);
  expect(await store.events.list({ accountId: id, limit: 10 })).toHaveLength(4);
});

test('new MFA replaces the recovery codes and the last step of the old one', async () => {
  const { store, id } = await anAccount({ mfa });
  await logIn(store, await find(store), { code: { totpStep: 9000 } });

  await store.accounts.setMfa(id, { ...mfa, confirmedStep: 5, recoveryCodeHashes: ['new'] }, now);

  const account = await find(store);
  const useCode = async (recoveryCodeHash: string) =>
    (await logIn(store, account, { code: { recoveryCodeHash } })).outcome;
  expect(await useCode(recoveryCodeHashes[0] ?? '')).toBe('code_used');
  expect(await useCode('new')).toBe('ok');
  expect((await logIn(store, account, { code: { totpStep: 5 } })).outcome).toBe('code_used');
  expect((await logIn(store, account, { code: { totpStep: 6 } })).outcome).toBe('ok');
});

test('without MFA no code is needed', async () => {
  const { store, account, id } = await anAccount({ mfa });
  expect((await logIn(store, account)).outcome).toBe('code_used');

  await store.accounts.removeMfa(id, now);

  expect((await logIn(store, await find(store))).outcome).toBe('ok');
});
