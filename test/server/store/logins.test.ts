import { expect, test } from 'vitest';
import { hashRecoveryCode } from '../../../server/security/mfa-secrets.ts';
import { addAccount, find, hour, logIn, mfa, now, recoveryCodes } from './an-account.ts';
import { temporaryStore } from './temporary-store.ts';

const recoveryCodeHash = (code: string | undefined) => hashRecoveryCode(code ?? '') ?? '';

test('a login creates a token that is valid until it expires', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com');
  const { outcome, tokenHash } = await logIn(store, account);
  expect(outcome).toBe('ok');
  expect(await store.accessTokens.findLive(tokenHash, now + hour - 1)).toEqual({
    accountId: account.id,
    revision: 1,
    createdAt: now,
    expiresAt: now + hour,
  });
  expect(await store.accessTokens.findLive(tokenHash, now + hour)).toBeUndefined();
});

test('a token that was never issued is not valid', async () => {
  const store = await temporaryStore();
  expect(await store.accessTokens.findLive('0'.repeat(64), now)).toBeUndefined();
});

test('of twenty concurrent logins with one code, exactly one gets a token', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com', { mfa });
  const logins = await Promise.all(
    Array.from({ length: 20 }, () => logIn(store, account, { totpStep: 1001 })),
  );
  const outcomes = logins.map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'code_used')).toHaveLength(19);
  for (const { outcome, isLive } of logins) expect(await isLive()).toBe(outcome === 'ok');
});

test('a code before the last used code is rejected, a later one is accepted', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com', { mfa });
  const outcomes = [];
  for (const totpStep of [1000, 999, 1002, 1001, 1002, 1003]) {
    outcomes.push((await logIn(store, account, { totpStep })).outcome);
  }
  expect(outcomes).toEqual(['code_used', 'code_used', 'ok', 'code_used', 'code_used', 'ok']);
});

test("a user's code does not use up the same time step for other users", async () => {
  const store = await temporaryStore();
  const ana = await addAccount(store, 'ana@example.com', { mfa });
  const ben = await addAccount(store, 'ben@example.com', { mfa });
  expect((await logIn(store, ana, { totpStep: 1001 })).outcome).toBe('ok');
  expect((await logIn(store, ben, { totpStep: 1001 })).outcome).toBe('ok');
});

test('a recovery code works once, even with many concurrent attempts', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com', { mfa });
  const code = { recoveryCodeHash: recoveryCodeHash(recoveryCodes[0]) };
  const logins = await Promise.all(Array.from({ length: 5 }, () => logIn(store, account, code)));
  expect(logins.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
  const other = { recoveryCodeHash: recoveryCodeHash(recoveryCodes[1]) };
  expect((await logIn(store, account, other)).outcome).toBe('ok');
});

test('a recovery code of another account or of no account is rejected', async () => {
  const store = await temporaryStore();
  const ana = await addAccount(store, 'ana@example.com', { mfa });
  const ben = await addAccount(store, 'ben@example.com', {
    mfa: { ...mfa, recoveryCodeHashes: [recoveryCodeHash('33333-33333-33333')] },
  });
  for (const code of [recoveryCodes[0], '44444-44444-44444']) {
    expect((await logIn(store, ben, { recoveryCodeHash: recoveryCodeHash(code) })).outcome).toBe('code_used');
  }
  const own = { recoveryCodeHash: recoveryCodeHash(recoveryCodes[0]) };
  expect((await logIn(store, ana, own)).outcome).toBe('ok');
});

test('an account with MFA never gets a token without a code', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com', { mfa });
  const { outcome, isLive } = await logIn(store, account);
  expect(outcome).toBe('code_used');
  expect(await isLive()).toBe(false);
});

test('a code from an account without MFA is ignored', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com');
  expect((await logIn(store, account, { totpStep: 1 })).outcome).toBe('ok');
  expect((await logIn(store, account, { recoveryCodeHash: 'any' })).outcome).toBe('ok');
});

test('at most twenty tokens are valid: the oldest is removed', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com');
  const neighbour = await logIn(store, await addAccount(store, 'ben@example.com'));
  const logins = [];
  for (let at = now; at < now + 23; at += 1) logins.push(await logIn(store, account, undefined, at));
  const live = await Promise.all(logins.map(({ isLive }) => isLive(now + 30)));
  expect(live).toEqual([...Array(3).fill(false), ...Array(20).fill(true)]);
  expect(await neighbour.isLive()).toBe(true);
});

test('the newest token is valid, even when twenty others were issued in the same millisecond', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com');
  for (let count = 0; count < 40; count += 1) {
    expect(await (await logIn(store, account)).isLive()).toBe(true);
  }
});

test('an expired token does not count towards the limit', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com');
  const early = await logIn(store, account, undefined, now - hour + 10);
  for (let count = 0; count < 19; count += 1) await logIn(store, account, undefined, now - hour);
  const late = await logIn(store, account);
  expect(await early.isLive(now)).toBe(true);
  expect(await late.isLive(now)).toBe(true);
});

const changes = {
  'its password was changed': (store, id) => store.accounts.setPassword(id, 'another hash', now),
  'it got MFA': (store, id) => store.accounts.setMfa(id, mfa, now),
  'its MFA was removed': (store, id) => store.accounts.removeMfa(id, now),
  'it was disabled': (store, id) => store.accounts.disable(id, now),
  'it was deleted': (store, id) => store.accounts.delete(id, now),
} as const satisfies Record<
  string,
  (store: Awaited<ReturnType<typeof temporaryStore>>, id: string) => Promise<boolean>
>;

test.each(Object.entries(changes))(
  'an account loses its tokens, and logins under way, when %s',
  async (_, change) => {
    const store = await temporaryStore();
    const account = await addAccount(store, 'ana@example.com');
    const neighbour = await logIn(store, await addAccount(store, 'ben@example.com'));
    const before = await logIn(store, account);

    expect(await change(store, account.id)).toBe(true);
    const underWay = await logIn(store, account, { totpStep: 2000 });

    expect(underWay.outcome).toBe('account_changed');
    expect(await before.isLive()).toBe(false);
    expect(await underWay.isLive()).toBe(false);
    expect(await neighbour.isLive()).toBe(true);
  },
);

test('tokens of a disabled account stay invalid when it is enabled again', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com');
  const before = await logIn(store, account);
  await store.accounts.disable(account.id, now);
  await store.accounts.enable(account.id, now);
  expect(await before.isLive()).toBe(false);
  expect((await logIn(store, account)).outcome).toBe('account_changed');
  expect((await logIn(store, await find(store, 'ana@example.com'))).outcome).toBe('ok');
});

test('enabling an enabled account ends no token', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com');
  const login = await logIn(store, account);
  expect(await store.accounts.enable(account.id, now)).toBe(true);
  expect(await login.isLive()).toBe(true);
  expect((await logIn(store, account)).outcome).toBe('ok');
});
