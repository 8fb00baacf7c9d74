import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ensureDemoAccounts } from '../../operator/accounts/demo.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { hashRecoveryCode } from '../../server/security/mfa-secrets.ts';
import { createPasswords } from '../../server/security/passwords/password.ts';
import { createKey, find, logIn, mfa, now } from '../server/store/an-account.ts';
import { temporaryStore } from '../server/store/temporary-store.ts';

async function aDemo() {
  const store = await temporaryStore();
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1 });
  const start = () =>
    ensureDemoAccounts({ accounts: store.accounts, passwords, random: randomBytes, now: () => now });
  await start();
  return { store, passwords, start };
}

test('the demo accounts match what is printed', async () => {
  const { store, passwords, start } = await aDemo();
  expect(await start()).toBe(demoAccounts);
  for (const demo of Object.values(demoAccounts)) {
    const account = await find(store, demo.identity);
    expect(account).toMatchObject({ nickname: demo.nickname, disabled: demo.disabled });
    expect(await passwords.verify(account.passwordHash, demo.password)).toBe(true);
    expect(account.totpSecret).toBe('mfa' in demo ? demo.mfa.totpSecret : undefined);
  }
});

test('the recovery codes that are printed work, once', async () => {
  const { store } = await aDemo();
  const account = await find(store, demoAccounts.mfa.identity);
  const hashes = demoAccounts.mfa.mfa.recoveryCodes.map((code) => hashRecoveryCode(code) ?? '');
  expect(new Set(hashes).size).toBe(10);
  for (const recoveryCodeHash of hashes) {
    expect((await logIn(store, account, { recoveryCodeHash })).outcome).toBe('ok');
    expect((await logIn(store, account, { recoveryCodeHash })).outcome).toBe('code_used');
  }
});

test('an unchanged demo account keeps its tokens and keys after a restart', async () => {
  const { store, start } = await aDemo();
  const before = await store.accounts.list();
  const account = await find(store, demoAccounts.plain.identity);
  const login = await logIn(store, account);
  await createKey(store, account.id);
  await start();
  expect(await store.accounts.list()).toEqual(before);
  expect(await login.isLive()).toBe(true);
  expect((await store.apiKeys.list(account.id, now))[0]?.state).toBe('active');
});

test('a changed demo account is restored', async () => {
  const { store, passwords, start } = await aDemo();
  const { plain, mfa: withMfa, second, disabled } = demoAccounts;
  const idOf = async ({ identity }: { identity: string }) => (await find(store, identity)).id;
  await store.accounts.setPassword(await idOf(plain), await passwords.hash('another'), now);
  await store.accounts.setMfa(await idOf(second), mfa, now);
  await store.accounts.disable(await idOf(second), now);
  await store.accounts.removeMfa(await idOf(withMfa), now);
  await store.accounts.enable(await idOf(disabled), now);
  await start();

  expect(await passwords.verify((await find(store, plain.identity)).passwordHash, plain.password)).toBe(true);
  expect(await find(store, second.identity)).toMatchObject({ totpSecret: undefined, disabled: false });
  expect((await find(store, withMfa.identity)).totpSecret).toBe(withMfa.mfa.totpSecret);
  expect((await find(store, disabled.identity)).disabled).toBe(true);
});

test('two demo servers can start at once on one database', async () => {
  const { store, start } = await aDemo();
  for (const { id } of await store.accounts.list()) await store.accounts.delete(id, now);
  await Promise.all([start(), start()]);
  expect(await store.accounts.list()).toHaveLength(Object.keys(demoAccounts).length);
});
