import { expect, test } from 'vitest';
import { operations as contract } from '../../generated/contract.ts';
import { createDocumentedResponses } from './documented.ts';
import { mockInProcess } from './in-process.ts';

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

test.each(['code=418', 'code=401, example=otp_requird', 'code=', 'scenario=nope'])(
  'what there is not is refused loudly: Prefer: %s',
  async (prefer) => {
    const { logIn } = mockInProcess();
    const response = await logIn({}, { Prefer: prefer });
    expect(response.reason).toBe('malformed_request');
    expect(response.header('mock-error')).toMatch(/example=otp_required|token-expired/);
  },
);

test.each(['latency=soon', 'latency=-1'])(
  'a latency that is none is refused loudly: Prefer: %s',
  async (prefer) => {
    const { logIn } = mockInProcess();
    const response = await logIn({}, { Prefer: prefer });
    expect(response.reason).toBe('malformed_request');
    expect(response.header('mock-error')).toMatch(/milliseconds, 0 or more/);
  },
);

test('other preferences are ignored', async () => {
  const { logIn } = mockInProcess();
  const response = await logIn({ identity: 'a@b' }, { Prefer: 'respond-async, wait=100' });
  expect(response.reason).toBe('password_required');
});
