import { expect, test } from 'vitest';
import { createMock, type MockAccount } from '../../mock/create-mock.ts';
import { currentTotpCode } from '../../server/security/one-time-codes/totp-step.ts';
import { credentials, mockInProcess, plain, startsAt } from './in-process.ts';

const ada = { identity: 'ada@example.com', password: 'correct horse' };
const totpSecret = 'JBSWY3DPEHPK3PXP';

test('only the given accounts can log in', async () => {
  const { logIn } = mockInProcess({ accounts: [ada] });
  expect((await logIn({ ...ada, identity: 'ADA@example.com' })).data).toMatchObject({
    nickname: ada.identity,
    mfa_enabled: false,
  });
  expect((await logIn(credentials(plain))).reason).toBe('invalid_credentials');
});

test('a disabled account cannot log in', async () => {
  const { logIn } = mockInProcess({ accounts: [{ ...ada, disabled: true }] });
  expect((await logIn(ada)).reason).toBe('invalid_credentials');
});

test('an account with a TOTP secret needs a code or a recovery code, and has its nickname', async () => {
  const recoveryCodes = ['dem00-c0de0-00000'];
  const { logIn } = mockInProcess({ accounts: [{ ...ada, nickname: 'Ada', totpSecret, recoveryCodes }] });
  expect((await logIn(ada)).reason).toBe('otp_required');
  const otp = currentTotpCode(totpSecret, startsAt);
  expect((await logIn({ ...ada, otp })).data).toMatchObject({ nickname: 'Ada', mfa_enabled: true });
  expect((await logIn({ ...ada, otp: 'DEM00c0de000000' })).httpStatus).toBe(200);
  expect((await logIn({ ...ada, otp: 'DEM00c0de000000' })).reason).toBe('otp_invalid');
});

test.each([
  [{}, 'accounts: must be a list'],
  [['ada'], 'account 1: must be an object'],
  [[ada, { identity: 'b@example.com' }], 'account 2: "password" must be a text'],
  [[{ ...ada, identity: 'ada' }], 'account 1: "identity" must be a text such as ada@example.com'],
  [[{ ...ada, disabled: 1 }], 'account 1: "disabled" must be true or false'],
  [[{ ...ada, totpSecret: 'short' }], 'account 1: "totpSecret" must be at least 16 characters of Base32'],
  [
    [{ ...ada, recoveryCodes: ['1'] }],
    'account 1: "recoveryCodes" must be a list of codes such as dem00-c0de0-00000',
  ],
  [
    [{ ...ada, otp: '000000' }],
    'account 1: unknown field "otp"; the fields are identity, password, nickname',
  ],
  [[ada, { ...ada, identity: 'ADA@example.com' }], 'account 2: another account has the same identity'],
])('wrong accounts are rejected, case %#', (accounts, message) => {
  expect(() => createMock({ accounts: accounts as readonly MockAccount[] })).toThrow(message);
});
