import { expect, test } from 'vitest';
import { checkNewPassword } from '../../operator/accounts/password-rules.ts';

const ana = { identity: 'ana.maria@example.com', nickname: 'Ana the Great', mfaEnabled: false };
const withMfa = { ...ana, mfaEnabled: true };

const refused: readonly (readonly [rule: RegExp, passwords: readonly string[]])[] = [
  [/at least 15 characters, or 8 on an account with MFA/, ['f', 'kettle plum ox', '\u{1f600}kettle plum o']],
  [
    /most common/,
    [
      '1qaz2wsx3edc4rfv',
      'polniypizdec0211',
      'PolniyPizdec0211',
      '\uff50olniypizdec0211',
      'PasswordStandard 2026!',
      'trustno1 2026202620',
    ],
  ],
  [
    /repeats a few characters/,
    [
      'aaaaaaaaaaaaaaaa',
      'abcabcabcabcabcabc',
      'KettleKettleKettle',
      'xyz1xyz1xyz1xyz12',
      '\u{1f600}'.repeat(20),
    ],
  ],
  [
    /neighboring keys|in order/,
    [
      'abcdefghijklmnop',
      'ponmlkjihgfedcba',
      'qwertyuiopasdfghjkl',
      'QWERTZUIOPASDFGHJKL',
      'lkjhgfdsapoiuytrewq',
      '12345678901234567890',
      '987654321qwertyuiop',
      'zxcvbnmasdfghjkl2026',
      'aaaabbbbccccdddd1234',
    ],
  ],
  [
    /the identity, the nickname or the name of the service/,
    [
      'ana.maria@example.com',
      'Ana.Maria@Example.com1',
      'anamariaanamariaexample',
      'ana-maria-example-2026',
      'Ana the Great 123',
      'AnaTheGreatPassword',
      'Account Access 2026',
      'ana-account-access',
    ],
  ],
];

test.each(
  refused.flatMap(([rule, passwords]) => passwords.map((password, index) => ({ rule, password, index }))),
)('a common password is rejected by its rule: $rule, case $index', async ({ rule, password }) => {
  const refusal = await checkNewPassword(password, ana).catch((error) => error);
  expect(refusal).toMatchObject({ name: 'OperatorError', reason: 'password_invalid' });
  expect(refusal.message).toMatch(rule);
  expect(refusal.message).toContain('use four unrelated words');
  if (password.length > 1) expect(refusal.message).not.toContain(password);
});

test.each([
  'kettle plum oxen',
  'kettleplumoxenrug',
  'correct horse battery staple',
  'all lower case and no digit',
  '739105520486120',
  'ana likes her kettle',
  'maria@home: kettle',
  '\u043f\u0430\u0440\u043e\u043b\u044c \u0434\u043b\u044f \u0410\u043d\u043d\u044b',
  'qwerty and then something',
])('any other password of 15 characters is accepted (case %#)', async (password) => {
  await expect(checkNewPassword(password, ana)).resolves.toBeUndefined();
});

test('with a second factor 8 characters are enough, and 7 are not', async () => {
  await expect(checkNewPassword('kettle p', withMfa)).resolves.toBeUndefined();
  await expect(checkNewPassword('\u{1f600}ettle p', withMfa)).resolves.toBeUndefined();
  for (const password of ['kettle ', '\u{1f600}ettle ', 'password', 'Password99', 'letmein123', 'anamaria'])
    await expect(checkNewPassword(password, withMfa)).rejects.toMatchObject({ reason: 'password_invalid' });
});

test('the longest accepted password has 1024 characters', async () => {
  const text = (length: number) =>
    Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 37) % 701))).join('');
  await expect(checkNewPassword(text(1024), ana)).resolves.toBeUndefined();
  await expect(checkNewPassword(text(1025), ana)).rejects.toThrow('at most 1024');
});
