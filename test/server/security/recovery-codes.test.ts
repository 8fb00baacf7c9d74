import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode } from '../../../server/security/mfa-secrets.ts';

test('there are ten different codes that are easy to copy from paper', () => {
  const codes = createRecoveryCodes(randomBytes);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){2}$/);
});

test('accepts a code in any case, with any dashes and spaces, and with look-alike letters', () => {
  const hash = hashRecoveryCode('01a1z-00000-vw9k2');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  for (const typed of [
    '01A1Z-00000-VW9K2',
    '01a1z00000vw9k2',
    ' oiaLz ooooo vw9k2 ',
    '01a1z--00000-vw9k-2',
  ]) {
    expect(hashRecoveryCode(typed)).toBe(hash);
  }
});

test.each(['', '005924', '01a1z-00000-vw9k', '01a1z-00000-vw9k23', '01a1z-00000-vw9ku', '01a1z_00000_vw9k2'])(
  'what cannot be a recovery code has no hash (case %#)',
  (text) => {
    expect(hashRecoveryCode(text)).toBeUndefined();
  },
);
