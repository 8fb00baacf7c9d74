import { expect, test } from 'vitest';
import { operations as contract } from '../../../generated/contract.ts';
import { createDocumentedResponses } from '../documented.ts';
import { mockInProcess, statusOf } from '../in-process.ts';

const responses = createDocumentedResponses();

test('there are documented responses of every operation to test', () => {
  expect(responses.length).toBeGreaterThanOrEqual(50);
  const operations = new Set(responses.map(({ operation }) => operation));
  expect([...operations].toSorted()).toEqual(Object.keys(contract).toSorted());
});

test.each(responses)('$operation returns $code $example when the client prefers it', async (response) => {
  const { send } = mockInProcess();
  const { method, target, code, example, value } = response;
  const headers = { Prefer: `code=${code}, example=${example}` };
  const responded = await send(method, target, { headers });
  expect(responded).toMatchObject({ httpStatus: code, reason: value.status.reason });
  expect(responded.data).toEqual(value.data);
});

test('a code selects its first example, and an example without a code has its own code', async () => {
  const { logIn } = mockInProcess();
  expect((await logIn({}, { Prefer: 'code=401' })).reason).toBe('password_required');
  expect((await logIn({}, { Prefer: 'example="otp_required"' })).reason).toBe('otp_required');
});

test.each([
  ['code=418', /^The mock: login has .*example=otp_required/],
  ['code=401, example=otp_requird', /^The mock: login has .*example=otp_required/],
  ['scenario=reset, code=418', /^The mock: login has .*example=otp_required/],
  ['code=', /^The mock: login has .*example=otp_required/],
  ['scenario=nope', /^The mock: no scenario "nope"; there are .*token-expired/],
  ['latency=soon', /^The mock: a latency is a number of milliseconds, 0 or more/],
  ['latency=-1', /^The mock: a latency is a number of milliseconds, 0 or more/],
])('the message and a header of the response say what is wrong with Prefer: %s', async (prefer, message) => {
  const response = await mockInProcess().sendRaw('POST', '/v1/auth/login', { headers: { Prefer: prefer } });
  const status = await statusOf(response);
  expect(status).toMatchObject({ code: 400, reason: 'malformed_request' });
  expect(status.message).toMatch(message);
  expect(`The mock: ${response.headers.get('mock-error')}`).toBe(status.message);
});

test('a request that selects a response takes no step, and a latency leaves the step', async () => {
  const { mock, logIn } = mockInProcess();
  mock.next('login', { status: 503 });
  expect((await logIn({}, { Prefer: 'code=401' })).httpStatus).toBe(401);
  expect((await logIn({}, { Prefer: 'latency=1' })).httpStatus).toBe(503);
});

test('other preferences are ignored', async () => {
  const { logIn } = mockInProcess();
  const response = await logIn({ identity: 'a@b' }, { Prefer: 'respond-async, wait=100' });
  expect(response.reason).toBe('password_required');
});
