import { expect, test } from 'vitest';
import { openUntilEnd } from '../../support/server/database.ts';
import {
  anAccount,
  find,
  hour,
  logIn,
  mfa,
  now,
  recoveryCodeHashes,
  traceId,
} from './an-account.ts';

test('stores a token that ends at its time', async () => {
  const { store, account, id } = await anAccount();

  const { tokenHash, outcome, isLive } = await logIn(store, account);

  expect(outcome).toBe('ok');
  expect(await store.tokens.find(tokenHash, now)).toEqual({
    accountId: id,
    revision: 1,
    createdAt: now,
    expiresAt: now + hour,
  });
  expect([await isLive(now + hour - 1), await isLive(now + hour)]).toEqual([true, false]);
  expect(await store.tokens.find('unknown', now)).toBeUndefined();
});

test('records each login with its factor', async () => {
  const { store, account, id } = await anAccount({ mfa });

  await logIn(store, account, { code: { totpStep: 2000 } });
  await logIn(store, account, { code: { recoveryCodeHash: recoveryCodeHashes[0] ?? '' } });

  const events = await store.events.list({ after: 2, limit: 10 });
  const event = {
    at: now,
    accountId: id,
    actor: 'service',
    traceId,
    event: 'login_succeeded',
  };
  expect(events).toEqual([
    { ...event, id: 3, detail: { factor: 'totp' } },
    { ...event, id: 4, detail: { factor: 'recovery_code' } },
  ]);
});

test('accepts neither the confirmed step of a TOTP secret, nor one that was used, nor an earlier one', async () => {
  const { store, account } = await anAccount({ mfa });
  const useStep = async (totpStep: number) =>
    (await logIn(store, account, { code: { totpStep } })).outcome;

  expect(await useStep(mfa.confirmedStep)).toBe('code_used');
  expect(await useStep(1002)).toBe('ok');
  expect(await useStep(1002)).toBe('code_used');
  expect(await useStep(1001)).toBe('code_used');
  expect(await useStep(1003)).toBe('ok');
});

test.each([
  ['TOTP code', { totpStep: 2000 }],
  ['recovery code', { recoveryCodeHash: recoveryCodeHashes[0] ?? '' }],
])('of parallel logins with one %s, one succeeds', async (_, code) => {
  const { store, account } = await anAccount({ mfa });
  // Another instance of the service uses the same database.
  const other = await openUntilEnd(store.place);

  const logins = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      logIn(index % 2 === 0 ? store : other, account, { code }),
    ),
  );

  expect(logins.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
  expect(logins.filter(({ outcome }) => outcome === 'code_used')).toHaveLength(19);
  for (const { outcome, isLive } of logins) expect(await isLive()).toBe(outcome === 'ok');
});

test('a login that fails consumes nothing', async () => {
  const { store, account, id } = await anAccount({ mfa });
  const code = { totpStep: 2000 };
  expect((await logIn(store, account, { code, revision: 7 })).outcome).toBe('account_changed');
  await store.accounts.disable(id, now);
  const disabled = await find(store);
  expect((await logIn(store, disabled, { code })).outcome).toBe('account_changed');
  await store.accounts.enable(id, now);

  expect((await logIn(store, await find(store), { code })).outcome).toBe('ok');
});

test('rejects an unknown recovery code', async () => {
  const { store, account } = await anAccount({ mfa });

  const { outcome } = await logIn(store, account, { code: { recoveryCodeHash: 'unknown' } });

  expect(outcome).toBe('code_used');
});

test('too many tokens end the oldest ones', async () => {
  const { store, account } = await anAccount();
  const logins = [];
  for (const at of [now, now + 1, now + 2, now + 3])
    logins.push(await logIn(store, account, { now: at, maximumTokens: 2 }));

  const states = await Promise.all(logins.map(({ isLive }) => isLive()));
  expect(states).toEqual([false, false, true, true]);
});

test('keeps the newest token also when the clock was set back', async () => {
  const { store, account } = await anAccount();
  await logIn(store, account, { now: now + 5, maximumTokens: 1 });

  const { isLive } = await logIn(store, account, { maximumTokens: 1 });

  expect(await isLive()).toBe(true);
});
