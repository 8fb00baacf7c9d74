import { expect, test } from 'vitest';
import { Problem } from '../../../server/http/problem.ts';
import { generate, logIn, paths } from '../../support/http/call-operations.ts';
import { encode, exchange } from '../../support/http/send-request.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { appForTest } from '../../support/server/test-app.ts';

const secret = `aak_${'x'.repeat(49)}`;
const right = {
  access_token: `aat_${'x'.repeat(49)}`,
  token_type: 'Bearer',
  expires_in: 3600,
  me_id: `usr_${'m'.repeat(22)}`,
  mfa_enabled: false,
  nickname: 'Ana',
};
const { nickname: _, ...withoutNickname } = right;

test('a payload that follows the contract is sent', async () => {
  const app = await appForTest(async () => right);
  expect((await logIn(app, { identity: 'a@b' })).data).toEqual(right);
});

test.each([
  ['a missing field', withoutNickname],
  ['a field of the wrong type', { ...right, mfa_enabled: 'no' }],
  ['a field of the wrong form', { ...right, access_token: secret }],
  ['a field that is null', { ...right, nickname: null }],
  ['nothing in it', {}],
  ['a list', [right]],
])('a payload with %s is a logged 500 and is never sent', async (_case, payload) => {
  const app = await appForTest(async () => payload);
  const response = await logIn(app, { identity: 'a@b' });
  expect(response.reason).toBe('internal_error');
  expect(response.text).not.toMatch(/x{22}|Ana/);

  const errors = app.log.lines().filter(({ level }) => level >= 50);
  expect(errors).toMatchObject([{ traceId: response.traceId, invalidValues: expect.any(Array) }]);
  expect(app.log.text()).not.toMatch(/x{22}/);
});

test('a payload of another operation is suppressed too, with its secret', async () => {
  const app = await appForTest(async () => ({ api_key: secret, note: 'n' }));
  const response = await generate(app, 'anyone');
  expect(response.reason).toBe('internal_error');
  expect(response.text + app.log.text()).not.toContain(secret);
});

test('a failure of another operation is suppressed too', async () => {
  const app = await appForTest(() => Promise.reject(new Problem('key_limit_reached')));
  expect((await generate(app, 'anyone')).reason).toBe('key_limit_reached');
  expect((await logIn(app, { identity: 'a@b' })).reason).toBe('internal_error');
  const errors = app.log.lines().filter(({ level }) => level >= 50);
  expect(errors).toMatchObject([{ invalidValues: [{ rule: 'status' }] }]);
});

test('an operation that returns nothing is a 500', async () => {
  // Wrong on purpose: this is what a forgotten `return` looks like at run time.
  const app = await appForTest(async () => undefined as unknown as object);
  expect((await logIn(app, { identity: 'a@b' })).reason).toBe('internal_error');
});

test.each(['a text', undefined, { code: 'SQLITE_FULL' }, Object.create(null)])(
  'a thrown value that is not an Error is a 500 too (case %#)',
  async (thrown) => {
    const app = await appForTest(() => Promise.reject(thrown));
    const bytes = encode({ target: paths.login, body: { identity: 'a@b' } });
    expect(validateResponse(await exchange(app, bytes)).reason).toBe('internal_error');
  },
);

test('an unavailable store is 503, with Retry-After', async () => {
  for (const code of ['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY']) {
    const app = await appForTest(() => Promise.reject(Object.assign(new Error('away'), { code })));
    const response = await logIn(app, { identity: 'a@b' });
    expect(response.reason).toBe('unavailable');
    expect(Number(response.header('retry-after'))).toBeGreaterThan(0);
  }
});
