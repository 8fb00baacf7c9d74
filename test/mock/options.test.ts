import { http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { createMock, type MockAccount } from '../../mock/create-mock.ts';
import { mswHandlers } from '../../mock/msw.ts';
import { currentTotpCode } from '../../server/security/one-time-codes.ts';
import { textIn } from '../support/http/call-operations.ts';
import { credentialsOf } from '../support/server/people.ts';
import {
  logInAt,
  mfa,
  mockInProcess,
  mockServerForTest,
  plain,
  startsAt,
  statusOf,
} from './in-process.ts';

const body = credentialsOf(plain);

test.each(['/access', '/access/', '/api/access-2'])('the mock is below %s', async (basePath) => {
  const { mock, sendRaw } = mockInProcess({ basePath });
  const base = basePath.replace(/\/$/, '');
  expect(mock.basePath).toBe(base);
  expect((await sendRaw('POST', `${base}/v1/auth/login`, { body })).status).toBe(200);
  expect((await sendRaw('POST', `${base}/__mock/reset`, { body: {} })).status).toBe(200);
});

test.each(['/v1/auth/login', '/accessible/v1/auth/login', '/', '/ACCESS/v1/auth/login'])(
  'outside the base path, the response to %s names it',
  async (target) => {
    const response = await mockInProcess({ basePath: '/access' }).sendRaw('POST', target, { body });
    expect(response.status).toBe(404);
    expect(await statusOf(response)).toMatchObject({
      reason: 'not_found',
      message: 'The mock: its paths begin with /access',
    });
  },
);

test.each(['access', '/access?a=b', '//access', '/access/#', 'https://gw/access'])(
  'the base path %s is rejected',
  (basePath) => {
    expect(() => createMock({ basePath })).toThrow(/^basePath: must be a path such as \/access/);
  },
);

test.each([
  ['https://gw.example/access', ''],
  ['https://gw.example/access/', ''],
  ['https://gw.example', ''],
  ['https://gw.example/api/access', '/access'],
])(
  'handlers for msw strip %s, also with the base path "%s" of the mock',
  async (baseUrl, basePath) => {
    const mock = createMock({ basePath });
    const network = setupServer(...mswHandlers(http, mock, baseUrl));
    network.listen({ onUnhandledRequest: 'error' });
    onTestFinished(() => network.close());
    const address = baseUrl.replace(/\/$/, '');
    mock.next('login', { status: 503 });
    expect((await logInAt(address)).status).toBe(503);
    expect((await logInAt(address)).status).toBe(200);
    const journal = await fetch(`${address}/__mock/journal`);
    expect(await journal.json()).toMatchObject({
      data: { entries: [{ status: 503 }, { status: 200 }] },
    });
  },
);

test('the address of a listening mock has the base path', async () => {
  const server = await mockServerForTest(createMock({ basePath: '/access' }));
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/access$/);
  expect((await logInAt(server.url)).status).toBe(200);
  expect((await logInAt(new URL(server.url).origin)).status).toBe(404);
});

test('a fixed code works every time, and real codes work too', async () => {
  const { logIn } = mockInProcess({ otp: '000000' });
  const login = (otp: string) => logIn({ ...credentialsOf(mfa), otp });
  expect((await login('000000')).httpStatus).toBe(200);
  expect((await login('000000')).httpStatus).toBe(200);
  expect((await login(currentTotpCode(mfa.mfa.totpSecret, startsAt))).httpStatus).toBe(200);
});

test('a token ends after an hour, or when there are twenty newer ones', async () => {
  const { mock, logIn, generate } = mockInProcess();
  const token = textIn(await logIn(credentialsOf(plain)), 'access_token');
  mock.clock.advance(60 * 60 * 1000 - 1);
  expect((await generate(token)).httpStatus).toBe(200);
  mock.clock.advance(1);
  expect((await generate(token)).reason).toBe('token_invalid');

  const oldest = textIn(await logIn(credentialsOf(plain)), 'access_token');
  for (let count = 0; count < 19; count += 1) await logIn(credentialsOf(plain));
  expect((await generate(oldest)).httpStatus).toBe(200);
  await logIn(credentialsOf(plain));
  expect((await generate(oldest)).reason).toBe('token_invalid');
});

const ada = { identity: 'ada@example.com', password: 'correct horse' };
const totpSecret = 'JBSWY3DPEHPK3PXP';

test('only the given accounts can log in, unless they are disabled', async () => {
  const { logIn } = mockInProcess({ accounts: [ada] });
  expect((await logIn({ ...ada, identity: 'ADA@example.com' })).data).toMatchObject({
    nickname: ada.identity,
    mfa_enabled: false,
  });
  expect((await logIn(credentialsOf(plain))).reason).toBe('invalid_credentials');
  const disabled = mockInProcess({ accounts: [{ ...ada, disabled: true }] });
  expect((await disabled.logIn(ada)).reason).toBe('invalid_credentials');
});

test('an account with a TOTP secret needs a code or a recovery code, and has its nickname', async () => {
  const recoveryCodes = ['dem00-c0de0-00000'];
  const { logIn } = mockInProcess({
    accounts: [{ ...ada, nickname: 'Ada', totpSecret, recoveryCodes }],
  });
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
  [
    [{ ...ada, totpSecret: 'short' }],
    'account 1: "totpSecret" must be at least 16 characters of Base32',
  ],
  [
    [{ ...ada, recoveryCodes: ['1'] }],
    'account 1: "recoveryCodes" must be a list of codes such as dem00-c0de0-00000',
  ],
  [
    [{ ...ada, otp: '000000' }],
    'account 1: unknown field "otp"; the fields are identity, password, nickname',
  ],
  [
    [ada, { ...ada, identity: 'ADA@example.com' }],
    'account 2: another account has the same identity',
  ],
])('wrong accounts are rejected, case %#', (accounts, message) => {
  expect(() => createMock({ accounts: accounts as readonly MockAccount[] })).toThrow(message);
});
