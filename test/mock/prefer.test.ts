import { expect, test } from 'vitest';
import { createDocumentedAnswers } from './documented.ts';
import { mockInProcess } from './in-process.ts';

const answers = createDocumentedAnswers();

test('there are documented answers to walk, of every operation', () => {
  expect(answers.length).toBeGreaterThanOrEqual(50);
  const operations = new Set(answers.map(({ operation }) => operation));
  expect([...operations].toSorted()).toEqual(['generateApiKey', 'login', 'revokeApiKey']);
});

test.each(answers)('$operation answers $code $example when it is preferred', async (answer) => {
  const { ask } = mockInProcess();
  const { method, target, code, example, value } = answer;
  const headers = { Prefer: `code=${code}, example=${example}` };
  const answered = await ask(method, target, { headers });
  expect(answered).toMatchObject({ httpStatus: code, reason: value.status.reason });
  expect(answered.data).toEqual(value.data);
});

test('a code alone means its first example, an example alone its own code', async () => {
  const { logIn } = mockInProcess();
  expect((await logIn({}, { Prefer: 'code=401' })).reason).toBe('password_required');
  expect((await logIn({}, { Prefer: 'example="otp_required"' })).reason).toBe('otp_required');
});

test.each(['code=418', 'code=401, example=otp_requird', 'code=', 'scenario=nope'])(
  'what there is not is refused loudly: Prefer: %s',
  async (prefer) => {
    const { logIn } = mockInProcess();
    const answer = await logIn({}, { Prefer: prefer });
    expect(answer.reason).toBe('malformed_request');
    expect(answer.header('mock-error')).toMatch(/example=otp_required|token-expired/);
  },
);

test.each(['latency=soon', 'latency=-1'])(
  'a latency that is none is refused loudly: Prefer: %s',
  async (prefer) => {
    const { logIn } = mockInProcess();
    const answer = await logIn({}, { Prefer: prefer });
    expect(answer.reason).toBe('malformed_request');
    expect(answer.header('mock-error')).toMatch(/milliseconds, 0 or more/);
  },
);

test('other preferences are passed over', async () => {
  const { logIn } = mockInProcess();
  const answer = await logIn({ identity: 'a@b' }, { Prefer: 'respond-async, wait=100' });
  expect(answer.reason).toBe('password_required');
});
