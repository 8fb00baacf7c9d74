import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ensureDemoAccounts } from '../../operator/accounts/demo.ts';
import { confirmMfa, prepareMfa } from '../../operator/accounts/mfa-setup.ts';
import { checkNewPassword } from '../../operator/accounts/password-rules.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { currentTotpCode } from '../../server/security/one-time-codes.ts';
import { find, mfa, now } from '../server/store/an-account.ts';
import { createClock } from '../support/server/clock.ts';
import { tamper, temporaryStore } from '../support/server/database.ts';
import { accountOperator } from '../support/server/people.ts';
import { cheapPasswords } from '../support/server/test-server.ts';

/** So many different characters, each of two code units. */
function sights(count: number): string {
  return Array.from({ length: count }, (_, index) =>
    String.fromCodePoint(0x1f300 + ((index * 37) % 701)),
  ).join('');
}

async function anOperator() {
  const store = await temporaryStore();
  const passwords = cheapPasswords();
  return {
    store,
    passwords,
    operator: accountOperator({ store, passwords, clock: createClock(now) }),
  };
}

const ana = 'ana@example.com';
const password = 'correct horse battery';

test.each([
  'a@b',
  'Ren\u00e9e@example.com',
  '\u{1f600}@x',
  `${'a'.repeat(252)}@b`,
  `${'\u{1f600}'.repeat(252)}@b`,
])('an identity that can log in can be added (case %#)', async (identity) => {
  const { operator } = await anOperator();
  expect(await operator.add({ identity, password })).toMatch(/^usr_/);
});

test.each([
  ...['', '@', '@b', 'abc', 'a@b@c', 'a b@c', 'a\u200b@b', 'a\ufffd@b', 'a\u202e@b', 'a\ud800@b'],
  ...[`${'a'.repeat(253)}@b`, 'Demo@example.com', 'a\u3164@b'],
])(
  'an identity that could not log in, or is that of a demo, cannot be added (case %#)',
  async (identity) => {
    const { store, operator } = await anOperator();
    await expect(operator.add({ identity, password })).rejects.toMatchObject({
      reason: 'identity_invalid',
    });
    expect(await store.accounts.list()).toEqual([]);
  },
);

test.each(['', sights(1025), 'correct horse\0battery', 'correct horse battery\ud800'])(
  'a password that could not log in is rejected (case %#)',
  async (unusable) => {
    const { store, operator } = await anOperator();
    const refusal = { reason: 'password_invalid' };
    await expect(operator.add({ identity: ana, password: unusable })).rejects.toMatchObject(
      refusal,
    );
    expect(await store.accounts.list()).toEqual([]);
    await operator.add({ identity: ana, password });
    await expect(operator.setPassword(ana, unusable)).rejects.toMatchObject(refusal);
  },
);

test.each([' a head and a tail ', sights(1024), 'caf\u00e9 cafe\u0301 \ufeff\u200d mark'])(
  'any other password is accepted unchanged (case %#)',
  async (odd) => {
    const { store, passwords, operator } = await anOperator();
    await operator.add({ identity: ana, password: odd });
    const { passwordHash } = await find(store, ana);
    expect(await passwords.verify(passwordHash, odd)).toBe(true);
    expect(await passwords.verify(passwordHash, odd.trim())).toBe(odd === odd.trim());
  },
);

test.each(['', 'x'.repeat(101), 'a\u202eb', 'a\nb'])(
  'an invalid nickname is rejected (case %#)',
  async (nickname) => {
    const { operator } = await anOperator();
    const adding = operator.add({ identity: ana, nickname, password });
    await expect(adding).rejects.toMatchObject({ reason: 'nickname_invalid' });
  },
);

test('reports an identity that exists in any letter case, before the prompt for a password', async () => {
  const { operator } = await anOperator();
  await operator.checkNew({ identity: ana });
  await operator.add({ identity: ana, password });
  const refusal = { reason: 'identity_taken' };
  await expect(operator.checkNew({ identity: 'ANA@example.com' })).rejects.toMatchObject(refusal);
  await expect(operator.add({ identity: 'Ana@Example.com', password })).rejects.toMatchObject(
    refusal,
  );
  // Only its lower case is one character.
  await operator.add({ identity: '\u01f0o@example.com', password });
  await expect(operator.add({ identity: 'J\u030co@example.com', password })).rejects.toMatchObject(
    refusal,
  );
});

async function withMfa(given: string, identity = ana) {
  const parts = await anOperator();
  const setup = prepareMfa(identity, randomBytes);
  const confirmed = confirmMfa(setup, currentTotpCode(setup.totpSecret, now), randomBytes, now);
  await parts.operator.add({ identity, password: given, mfa: confirmed?.mfa });
  return parts;
}

test('a password may be shorter with MFA, and MFA can then be removed only with a new password', async () => {
  const { store, operator, passwords } = await withMfa('kettle p');
  const needed = { reason: 'password_needed', message: expect.stringContaining('--new-password') };
  await expect(operator.removeMfa(ana)).rejects.toMatchObject(needed);
  await expect(operator.removeMfa(ana, 'ox kettle')).rejects.toMatchObject({
    reason: 'password_invalid',
  });
  expect((await operator.find(ana)).mfaEnabled).toBe(true);

  const full =
    "create trigger full before delete on recovery_codes begin select raise(abort, 'full'); end";
  await tamper(store.database, full);
  await expect(operator.removeMfa(ana, password)).rejects.toThrow('full');
  expect(await passwords.verify((await find(store, ana)).passwordHash, password)).toBe(false);
  await tamper(store.database, 'drop trigger full');
  await operator.removeMfa(ana, password);
  const account = await find(store, ana);
  expect(account).toMatchObject({ totpSecret: undefined, passwordIsShort: false });
  expect(await passwords.verify(account.passwordHash, password)).toBe(true);
  await expect(operator.removeMfa(ana)).rejects.toMatchObject({ reason: 'mfa_absent' });
});

test('deletes only the account that was shown, and not another one that has its identity now', async () => {
  const { operator } = await withMfa(password);
  await expect(operator.remove(ana, 'usr_before')).rejects.toMatchObject({
    reason: 'account_unknown',
  });
  await operator.remove(ana, (await operator.find(ana)).id);
});

test('removes MFA without a new password if the password is long enough without MFA', async () => {
  const { operator } = await withMfa(password);
  await operator.setPassword(ana, 'kettle p');
  await expect(operator.removeMfa(ana)).rejects.toMatchObject({ reason: 'password_needed' });
  await operator.setPassword(ana, password);
  await operator.removeMfa(ana);
  expect((await operator.find(ana)).mfaEnabled).toBe(false);
  await expect(operator.setPassword(ana, 'kettle p')).rejects.toMatchObject({
    reason: 'password_invalid',
  });
});

const owner = { identity: 'ana.maria@example.com', nickname: 'Ana the Great', mfaEnabled: false };
const ownerWithMfa = { ...owner, mfaEnabled: true };

const refused: readonly (readonly [rule: RegExp, passwords: readonly string[]])[] = [
  [/at least 15 characters, or 8 on an account with MFA/, ['f', '\u{1f600}kettle plum o']],
  [/most common/, ['1qaz2wsx3edc4rfv', '\uff50olniypizdec0211', 'PasswordStandard 2026!']],
  [/repeats a few characters/, ['aaaaaaaaaaaaaaaa', 'KettleKettleKettle', '\u{1f600}'.repeat(20)]],
  [
    /neighbouring keys|in order/,
    ['ponmlkjihgfedcba', 'QWERTZUIOPASDFGHJKL', 'aaaabbbbccccdddd1234'],
  ],
  [
    /the identity, the nickname or the name of the service/,
    ['Ana.Maria@Example.com1', 'AnaTheGreatPassword', 'ana-account-access'],
  ],
];

test.each(
  refused.flatMap(([rule, passwords]) =>
    passwords.map((password, index) => ({ rule, password, index })),
  ),
)('a common password is rejected by its rule: $rule, case $index', async ({ rule, password }) => {
  const refusal = await checkNewPassword(password, owner).catch((error) => error);
  expect(refusal).toMatchObject({ name: 'OperatorError', reason: 'password_invalid' });
  expect(refusal.message).toMatch(rule);
  expect(refusal.message).toContain('use four unrelated words');
  if (password.length > 1) expect(refusal.message).not.toContain(password);
});

test.each([
  'kettle plum oxen',
  'correct horse battery staple',
  '739105520486120',
  'maria@home: kettle',
  '\u043f\u0430\u0440\u043e\u043b\u044c \u0434\u043b\u044f \u0410\u043d\u043d\u044b',
])('any other password of 15 characters is accepted (case %#)', async (password) => {
  await expect(checkNewPassword(password, owner)).resolves.toBeUndefined();
});

test('with a second factor 8 characters are enough, and 7 are not', async () => {
  await expect(checkNewPassword('kettle p', ownerWithMfa)).resolves.toBeUndefined();
  await expect(checkNewPassword('\u{1f600}ettle p', ownerWithMfa)).resolves.toBeUndefined();
  for (const password of [
    'kettle ',
    '\u{1f600}ettle ',
    'password',
    'Password99',
    'letmein123',
    'anamaria',
  ])
    await expect(checkNewPassword(password, ownerWithMfa)).rejects.toMatchObject({
      reason: 'password_invalid',
    });
});

async function aDemo() {
  const { store, passwords } = await anOperator();
  const start = () =>
    ensureDemoAccounts({
      accounts: store.accounts,
      passwords,
      random: randomBytes,
      now: () => now,
    });
  await start();
  return { store, passwords, start };
}

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

  expect(
    await passwords.verify((await find(store, plain.identity)).passwordHash, plain.password),
  ).toBe(true);
  expect(await find(store, second.identity)).toMatchObject({
    totpSecret: undefined,
    disabled: false,
  });
  expect((await find(store, withMfa.identity)).totpSecret).toBe(withMfa.mfa.totpSecret);
  expect((await find(store, disabled.identity)).disabled).toBe(true);
});
