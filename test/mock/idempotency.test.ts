import { expect, test } from 'vitest';
import { limits } from '../../generated/contract.ts';
import { credentials, type InProcess, mfa, mockInProcess, plain, textOf } from './in-process.ts';

const target = '/v1/security/apikey/generate';
const recoveryCode = mfa.mfa.recoveryCodes[0];

/** A mock, and a caller whose requests all have the same `Idempotency-Key`. */
async function repeating(mock: InProcess = mockInProcess(), login: object = credentials(plain)) {
  const token = textOf(await mock.logIn(login), 'access_token');
  const generate = (body?: unknown, key = 'deploy-7') =>
    mock.send('POST', target, { body, token, headers: { 'Idempotency-Key': key } });
  return { ...mock, token, generate };
}

test('a repeated request gets the same key', async () => {
  const { generate, mock } = await repeating();
  const first = await generate({ description: 'Nightly build' });
  mock.clock.advance(1000);
  const again = await generate({ description: 'Nightly build' });
  expect(again.data).toEqual(first.data);
  expect(again.traceId).not.toBe(first.traceId);
});

test('no body, an empty one and an empty description are the same request', async () => {
  const { generate } = await repeating();
  const first = await generate();
  expect((await generate({})).data).toEqual(first.data);
  expect((await generate({ description: '' })).data).toEqual(first.data);
});

test('another value generates another key', async () => {
  const { generate } = await repeating();
  const first = await generate({}, 'one');
  expect(textOf(await generate({}, 'two'), 'id')).not.toBe(textOf(first, 'id'));
});

test('another description is a conflict, also when the key is revoked', async () => {
  const { generate, revoke, token } = await repeating();
  const first = await generate({ description: 'Nightly build' });
  expect(await generate({ description: 'Weekly build' })).toMatchObject({ reason: 'idempotency_conflict' });
  await revoke(token, textOf(first, 'id'));
  expect((await generate({ description: 'Weekly build' })).reason).toBe('idempotency_conflict');
});

test('a revoked key is spent', async () => {
  const { generate, revoke, token } = await repeating();
  await revoke(token, textOf(await generate(), 'id'));
  expect(await generate()).toMatchObject({ httpStatus: 409, reason: 'idempotency_key_spent' });
});

test('two users may send the same value', async () => {
  const mock = mockInProcess();
  const own = await repeating(mock);
  const other = await repeating(mock, { ...credentials(mfa), otp: recoveryCode });
  const first = await own.generate({ description: 'one' });
  expect(textOf(await other.generate({ description: 'two' }), 'id')).not.toBe(textOf(first, 'id'));
});

test('a value is remembered for 24 hours by the clock of the mock', async () => {
  const mock = mockInProcess({ tokenLifetimeMs: 48 * 60 * 60 * 1000 });
  const { generate } = await repeating(mock);
  const first = await generate();
  mock.mock.clock.advance(limits.idempotencySeconds * 1000 - 1);
  expect((await generate()).data).toEqual(first.data);
  mock.mock.clock.advance(1);
  const next = await generate();
  expect(textOf(next, 'id')).not.toBe(textOf(first, 'id'));
  expect((await generate()).data).toEqual(next.data);
});

test('a reset forgets the value', async () => {
  const mock = mockInProcess();
  const first = await (await repeating(mock)).generate({ description: 'Nightly build' });
  mock.mock.reset();
  const next = await (await repeating(mock)).generate({ description: 'Weekly build' });
  expect(first.httpStatus).toBe(200);
  expect(next.httpStatus).toBe(200);
});

test('a repetition is not refused by the limit of active keys', async () => {
  const { generate } = await repeating(mockInProcess({ maximumKeys: 1 }));
  const first = await generate();
  expect((await generate()).data).toEqual(first.data);
  expect((await generate({}, 'another')).reason).toBe('key_limit_reached');
});

test.each([
  ['an empty value', '', 'minLength'],
  ['256 characters', 'x'.repeat(256), 'maxLength'],
  ['a character that is not ASCII', 'caf\u00e9', 'pattern'],
])('%s is invalid', async (_name, key, rule) => {
  const { generate } = await repeating();
  const response = await generate({}, key);
  expect(response.reason).toBe('validation_failed');
  expect(response.data?.errors).toContainEqual(
    expect.objectContaining({ location: '/headers/idempotency-key', rule }),
  );
});

test('an invalid header and an invalid body are reported together', async () => {
  const { generate } = await repeating();
  expect((await generate({ description: 7 }, 'caf\u00e9')).data?.errors).toMatchObject([
    { location: '/headers/idempotency-key' },
    { location: '/body/description', rule: 'type' },
  ]);
});
