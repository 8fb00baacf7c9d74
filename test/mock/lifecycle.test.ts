import { expect, test } from 'vitest';
import { createMock, type MockAccount } from '../../mock/create-mock.ts';
import { currentTotpCode } from '../../server/security/one-time-codes.ts';
import { credentials, disabled, mfa, mockInProcess, plain, startsAt, textOf } from './in-process.ts';

test('a login, a key, and its revocation, which may be repeated', async () => {
  const { logIn, generate, revoke } = mockInProcess();
  const login = await logIn(credentials(plain));
  expect(login.data).toMatchObject({ nickname: 'Demo', mfa_enabled: false, token_type: 'Bearer' });
  const token = textOf(login, 'access_token');
  const key = await generate(token, { description: 'A key' });
  expect(key.data).toMatchObject({ description: 'A key' });
  const id = textOf(key, 'id');
  const first = await revoke(token, id);
  expect(await revoke(token, id)).toMatchObject({ data: first.data });
});

test("a key is not a token, and no user can revoke another user's key", async () => {
  const { logIn, generate, revoke } = mockInProcess();
  const token = textOf(await logIn(credentials(plain)), 'access_token');
  const key = await generate(token);
  expect((await generate(textOf(key, 'api_key'))).reason).toBe('token_invalid');
  const otp = currentTotpCode(mfa.mfa.totpSecret, startsAt);
  const other = textOf(await logIn({ ...credentials(mfa), otp }), 'access_token');
  expect((await revoke(other, textOf(key, 'id'))).reason).toBe('key_not_found');
});

test('unknown, wrong and disabled get the same response', async () => {
  const { logIn } = mockInProcess();
  for (const body of [
    credentials(disabled),
    { ...credentials(plain), password: 'wrong' },
    { identity: 'nobody@example.com', password: 'wrong' },
  ])
    expect((await logIn(body)).reason).toBe('invalid_credentials');
  expect((await logIn({ identity: plain.identity })).reason).toBe('password_required');
});

test('a one-time code is required and works once, and so does a recovery code', async () => {
  const { mock, logIn } = mockInProcess();
  const login = (otp: string) => logIn({ ...credentials(mfa), otp });
  expect((await logIn(credentials(mfa))).reason).toBe('otp_required');
  const code = currentTotpCode(mfa.mfa.totpSecret, startsAt);
  expect((await login(code)).data).toMatchObject({ mfa_enabled: true });
  expect((await login(code)).reason).toBe('otp_invalid');
  expect((await login('000000')).reason).toBe('otp_invalid');
  const [recovery = ''] = mfa.mfa.recoveryCodes;
  expect((await login(recovery)).httpStatus).toBe(200);
  expect((await login(recovery)).reason).toBe('otp_invalid');
  mock.clock.advance(30_000);
  expect((await login(currentTotpCode(mfa.mfa.totpSecret, startsAt + 30_000))).httpStatus).toBe(200);
});

test('a fixed code works every time, and real codes work too', async () => {
  const { logIn } = mockInProcess({ otp: '000000' });
  const login = (otp: string) => logIn({ ...credentials(mfa), otp });
  expect((await login('000000')).httpStatus).toBe(200);
  expect((await login('000000')).httpStatus).toBe(200);
  expect((await login(currentTotpCode(mfa.mfa.totpSecret, startsAt))).httpStatus).toBe(200);
});

test('a token ends after an hour, or when there are twenty newer ones', async () => {
  const { mock, logIn, generate } = mockInProcess();
  const token = textOf(await logIn(credentials(plain)), 'access_token');
  mock.clock.advance(60 * 60 * 1000 - 1);
  expect((await generate(token)).httpStatus).toBe(200);
  mock.clock.advance(1);
  expect((await generate(token)).reason).toBe('token_invalid');

  const oldest = textOf(await logIn(credentials(plain)), 'access_token');
  for (let count = 0; count < 19; count += 1) await logIn(credentials(plain));
  expect((await generate(oldest)).httpStatus).toBe(200);
  await logIn(credentials(plain));
  expect((await generate(oldest)).reason).toBe('token_invalid');
});

test('an account has as many keys as the limit says', async () => {
  const { logIn, generate, revoke } = mockInProcess({ maximumKeys: 2 });
  const token = textOf(await logIn(credentials(plain)), 'access_token');
  const key = await generate(token);
  await generate(token);
  expect((await generate(token)).reason).toBe('key_limit_reached');
  await revoke(token, textOf(key, 'id'));
  expect((await generate(token)).httpStatus).toBe(200);
});

test.each([
  ['POST', '/v1/nowhere', {}, 'not_found'],
  ['GET', '/v1/auth/login', {}, 'method_not_allowed'],
  ['DELETE', '/v1/security/apikey/generate', {}, 'method_not_allowed'],
  ['POST', '/v1/auth/login', { body: '{', headers: {} }, 'malformed_request'],
  ['POST', '/v1/auth/login', { body: '{"identity":"a@b","identity":"a@b"}' }, 'malformed_request'],
  ['POST', '/v1/auth/login', { body: '\ufeff{}' }, 'malformed_request'],
  ['POST', '/v1/auth/login', {}, 'malformed_request'],
  ['POST', '/v1/auth/login', { body: { identity: 1 } }, 'validation_failed'],
  ['POST', '/v1/auth/login', { body: { identity: 'a@b', pin: 1 } }, 'validation_failed'],
  [
    'POST',
    '/v1/auth/login',
    { body: '{}', headers: { 'Content-Type': 'text/plain' } },
    'unsupported_media_type',
  ],
  ['POST', '/v1/auth/login', { body: ' '.repeat(16_385) }, 'body_too_large'],
  ['POST', `/v1/auth/login?${'a'.repeat(2048)}`, { body: {} }, 'uri_too_long'],
  ['POST', '/v1/auth/login', { body: {}, headers: { 'X-Long': 'a'.repeat(16_384) } }, 'headers_too_large'],
  ['POST', '/v1/security/apikey/generate', { body: '{' }, 'token_missing'],
  ['DELETE', '/v1/security/apikey/a', { token: 'b' }, 'token_invalid'],
] as const)('a failure is on contract: %s case %#', async (method, target, call, reason) => {
  const response = await mockInProcess().send(method, target, call);
  expect(response.reason).toBe(reason);
});

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
