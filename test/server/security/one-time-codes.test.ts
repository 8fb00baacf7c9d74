import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createRecoveryCodes,
  createTotpSecret,
  hashRecoveryCode,
  matchStep,
  otpauthUri,
} from '../../../server/security/mfa-secrets.ts';

// RFC 6238, appendix B: the secret is the ASCII text 12345678901234567890, the codes are the last six digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const)('at %i seconds the code is that of RFC 6238', (seconds, code) => {
  expect(matchStep(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test('a secret is 160 random bits in base32', () => {
  const secrets = Array.from({ length: 100 }, () => createTotpSecret(randomBytes));
  for (const made of secrets) expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(100);
});

test('the address for authenticator apps has the issuer, the account and the parameters', () => {
  const uri = new URL(otpauthUri(secret, 'ana@example.com', 'Account Access'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Account Access:ana@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Account Access',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('there are ten different codes that are easy to copy from paper', () => {
  const codes = createRecoveryCodes(randomBytes);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes)
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){2}$/);
});

test('accepts a code in any case, with any dashes and spaces, and with look-alike letters', () => {
  const hash = hashRecoveryCode('01a1z-00000-vw9k2');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  for (const typed of [
    '01A1Z-00000-VW9K2',
    '01a1z00000vw9k2',
    ' oiaLz ooooo vw9k2 ',
    '01a1z--00000-vw9k-2',
  ])
    expect(hashRecoveryCode(typed)).toBe(hash);
});
