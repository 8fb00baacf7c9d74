import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAccountOperator } from '../../operator/accounts/accounts.ts';
import { confirmMfa, prepareMfa } from '../../operator/accounts/mfa-setup.ts';
import { currentTotpCode } from '../../server/security/one-time-codes.ts';
import { createPasswords } from '../../server/security/passwords/password.ts';
import { find, now } from '../server/store/an-account.ts';
import { temporaryStore } from '../server/store/temporary-store.ts';

/** So many different characters, each of two code units. */
function sights(count: number): string {
  return Array.from({ length: count }, (_, index) =>
    String.fromCodePoint(0x1f300 + ((index * 37) % 701)),
  ).join('');
}

async function anOperator() {
  const store = await temporaryStore();
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1 });
  const operator = createAccountOperator({
    accounts: store.accounts,
    passwords,
    random: randomBytes,
    now: () => now,
  });
  return { store, passwords, operator };
}

const password = 'correct horse battery';

test('an added account has its password and a nickname', async () => {
  const { store, passwords, operator } = await anOperator();
  const id = await operator.add({ identity: 'ana@example.com', password });
  expect(id).toMatch(/^usr_[0-9A-Za-z]{22}$/);
  const account = await find(store, 'ana@example.com');
  expect(account).toMatchObject({ id, nickname: 'ana', totpSecret: undefined });
  expect(await passwords.verify(account.passwordHash, password)).toBe(true);
});

test.each([
  'a@b',
  'Ren\u00e9e@example.com',
  "o'brien+tag@example.co.uk",
  '\u{1f600}@x',
  `${'a'.repeat(252)}@b`,
  `${'\u{1f600}'.repeat(252)}@b`,
])('an identity that can log in can be added (case %#)', async (identity) => {
  const { operator } = await anOperator();
  expect(await operator.add({ identity, password })).toMatch(/^usr_/);
});

test.each([
  '',
  '@',
  'a@',
  '@b',
  'ab@',
  '@ab',
  'abc',
  'a@b@c',
  'a b@c',
  ' a@b',
  'a@b\n',
  'a\u00a0@b',
  'a\u3000@b',
  'a\0@b',
  'a\u0085@b',
  'a\u202e@b',
  'a\u2066@b',
  'a\u200f@b',
  'a\ud800@b',
  `${'a'.repeat(253)}@b`,
])('an identity that could not log in cannot be added (case %#)', async (identity) => {
  const { store, operator } = await anOperator();
  await expect(operator.add({ identity, password })).rejects.toMatchObject({ reason: 'identity_invalid' });
  expect(await store.accounts.list()).toEqual([]);
});

test.each(['', sights(1025), 'correct horse\0battery', 'correct horse battery\ud800'])(
  'a password that could not log in is rejected (case %#)',
  async (unusable) => {
    const { store, operator } = await anOperator();
    const refusal = { reason: 'password_invalid' };
    await expect(operator.add({ identity: 'ana@example.com', password: unusable })).rejects.toMatchObject(
      refusal,
    );
    expect(await store.accounts.list()).toEqual([]);
    await operator.add({ identity: 'ana@example.com', password });
    await expect(operator.setPassword('ana@example.com', unusable)).rejects.toMatchObject(refusal);
  },
);

test.each([' a head and a tail ', sights(1024), 'caf\u00e9 cafe\u0301 \ufeff\u200d mark'])(
  'any other password is accepted unchanged (case %#)',
  async (odd) => {
    const { store, passwords, operator } = await anOperator();
    await operator.add({ identity: 'ana@example.com', password: odd });
    const { passwordHash } = await find(store, 'ana@example.com');
    expect(await passwords.verify(passwordHash, odd)).toBe(true);
    expect(await passwords.verify(passwordHash, odd.trim())).toBe(odd === odd.trim());
  },
);

test.each(['', 'x'.repeat(101), 'a\u202eb', 'a\nb'])(
  'an invalid nickname is rejected (case %#)',
  async (nickname) => {
    const { operator } = await anOperator();
    await expect(operator.add({ identity: 'ana@example.com', nickname, password })).rejects.toMatchObject({
      reason: 'nickname_invalid',
    });
  },
);

test('reports an identity that exists in any letter case, before the prompt for a password', async () => {
  const { operator } = await anOperator();
  await operator.checkNew({ identity: 'ana@example.com' });
  await operator.add({ identity: 'ana@example.com', password });
  const refusal = { reason: 'identity_taken' };
  await expect(operator.checkNew({ identity: 'ANA@example.com' })).rejects.toMatchObject(refusal);
  await expect(operator.add({ identity: 'Ana@Example.com', password })).rejects.toMatchObject(refusal);
});

test('MFA that was confirmed with a code comes with ten recovery codes', async () => {
  const { store, operator } = await anOperator();
  // Of a secret drawn at random the code of the next step may be the same, which then counts.
  const setup = prepareMfa('ana@example.com', (length) => new Uint8Array(length).fill(7));
  expect(setup.uri).toContain(setup.totpSecret);
  expect(confirmMfa(setup, 'no code', randomBytes, now)).toBeUndefined();

  const confirmed = confirmMfa(setup, currentTotpCode(setup.totpSecret, now), randomBytes, now);
  expect(new Set(confirmed?.recoveryCodes).size).toBe(10);
  expect(new Set(confirmed?.mfa.recoveryCodeHashes).size).toBe(10);
  expect(confirmed?.mfa.confirmedStep).toBe(Math.floor(now / 30_000));

  await operator.add({ identity: 'ana@example.com', password, mfa: confirmed?.mfa });
  expect((await find(store, 'ana@example.com')).totpSecret).toBe(setup.totpSecret);
  expect((await operator.find('ana@example.com')).mfaEnabled).toBe(true);
});

test('operators see the state of accounts and none of their secrets', async () => {
  const { operator } = await anOperator();
  const id = await operator.add({ identity: 'Ana@example.com', nickname: 'Ana', password });
  await operator.disable('ana@example.com');
  expect(await operator.list()).toEqual([
    {
      id,
      identity: 'Ana@example.com',
      nickname: 'Ana',
      state: 'disabled',
      mfaEnabled: false,
      createdAt: now,
    },
  ]);
  await operator.enable('ANA@EXAMPLE.COM');
  expect((await operator.find('ana@example.com')).state).toBe('enabled');
  await operator.remove('ana@example.com');
  expect(await operator.list()).toEqual([]);
});

test('an action on a missing account is rejected', async () => {
  const { operator } = await anOperator();
  const refusal = { reason: 'account_unknown' };
  await expect(operator.find('ana@example.com')).rejects.toMatchObject(refusal);
  await expect(operator.disable('ana@example.com')).rejects.toMatchObject(refusal);
  await expect(operator.enable('ana@example.com')).rejects.toMatchObject(refusal);
  await expect(operator.remove('ana@example.com')).rejects.toMatchObject(refusal);
  await expect(operator.setPassword('ana@example.com', password)).rejects.toMatchObject(refusal);
});

async function withMfa(given: string, identity = 'ana@example.com') {
  const parts = await anOperator();
  const setup = prepareMfa(identity, randomBytes);
  const confirmed = confirmMfa(setup, currentTotpCode(setup.totpSecret, now), randomBytes, now);
  await parts.operator.add({ identity, password: given, mfa: confirmed?.mfa });
  return parts;
}

test('a password may be shorter with MFA, and MFA can then be removed only with a new password', async () => {
  const { store, operator, passwords } = await withMfa('kettle p');
  const needed = { reason: 'password_needed', message: expect.stringContaining('--new-password') };
  await expect(operator.removeMfa('ana@example.com')).rejects.toMatchObject(needed);
  await expect(operator.removeMfa('ana@example.com', 'ox kettle')).rejects.toMatchObject({
    reason: 'password_invalid',
  });
  expect((await operator.find('ana@example.com')).mfaEnabled).toBe(true);

  await operator.removeMfa('ana@example.com', password);
  const account = await find(store, 'ana@example.com');
  expect(account).toMatchObject({ totpSecret: undefined, passwordIsShort: false });
  expect(await passwords.verify(account.passwordHash, password)).toBe(true);
  await expect(operator.removeMfa('ana@example.com')).rejects.toMatchObject({ reason: 'mfa_absent' });
});

test('removes MFA without a new password if the password is long enough without MFA', async () => {
  const { operator } = await withMfa(password);
  await operator.setPassword('ana@example.com', 'kettle p');
  await expect(operator.removeMfa('ana@example.com')).rejects.toMatchObject({ reason: 'password_needed' });
  await operator.setPassword('ana@example.com', password);
  await operator.removeMfa('ana@example.com');
  expect((await operator.find('ana@example.com')).mfaEnabled).toBe(false);
  await expect(operator.setPassword('ana@example.com', 'kettle p')).rejects.toMatchObject({
    reason: 'password_invalid',
  });
});

test('removes MFA only with a new password if the length of the password is unknown', async () => {
  const { store, operator } = await withMfa(password);
  const { id } = await find(store, 'ana@example.com');
  await store.accounts.setPassword(id, 'a hash', now);
  await expect(operator.removeMfa('ana@example.com')).rejects.toMatchObject({
    reason: 'password_needed',
    message: expect.stringContaining('may be too short'),
  });
});
