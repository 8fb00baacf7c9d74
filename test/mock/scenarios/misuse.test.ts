import { describe, expect, test } from 'vitest';
import { createMock, type MockOptions } from '../../../mock/create-mock.ts';
import { mockInProcess, statusOf } from '../in-process.ts';

/** Steps that a test in JavaScript, a file or a request may have, and what the mock says about them. */
const wrong: readonly (readonly [steps: unknown, message: RegExp])[] = [
  [{}, /^login: must be a list of steps$/],
  [[1], /^login, step 1: must be an object$/],
  [[{}, { sttus: 503 }], /^login, step 2: unknown field "sttus"; the fields are latency, status, example/],
  [[{ toString: 1 }], /unknown field "toString"/],
  [[{ latency: -1 }], /"latency" must be a number of milliseconds, 0 or more$/],
  [[{ status: 99 }], /"status" must be a whole number from 200 to 599$/],
  [[{ status: 409 }], /^login, step 1: there is no such documented response; .*login has code=200/],
  [[{ example: 'otp_requird' }], /add a "body" .*example=otp_required/],
  [[{ status: 403, example: 'otp_required' }], /there is no such documented response/],
  [[{ example: 1 }], /"example" must be the name of a documented response$/],
  [[{ headers: { 'a b': 'c' } }], /"headers" must be an object of valid headers/],
  [[{ headers: { a: 'b\nc' } }], /"headers" must be/],
  [[{ headers: { 'content-length': '5' } }], /without Content-Length/],
  [[{ headers: [] }], /"headers" must be/],
  [[{ body: 1 }], /"body" must be a text or an object$/],
  [[{ status: 204, body: 'x' }], /a response with status 204 has no body/],
  [[{ fault: 'fire' }], /"fault" must be reset or truncated$/],
];

describe.each(wrong)('%j', (steps, message) => {
  test('a scenario throws', () => {
    // A file may contain anything.
    const scenarios = { own: { login: steps } } as unknown as NonNullable<MockOptions['scenarios']>;
    expect(() => createMock({ scenarios })).toThrow(
      expect.objectContaining({
        name: 'MockError',
        message: expect.stringMatching(/^scenario "own", login/),
      }),
    );
  });

  test('a request gets 400, and its message says why', async () => {
    const { sendRaw } = mockInProcess();
    const body = { operation: 'login', steps };
    for (const path of ['/__mock/next', '/__mock/repeat']) {
      const response = await sendRaw('POST', path, { body });
      const status = await statusOf(response);
      expect(status.code).toBe(400);
      expect(status.message.replace('The mock: ', '')).toMatch(message);
    }
  });
});

test.each([
  [[], /^scenarios: must be an object with a scenario per name$/],
  [{ own: [] }, /^scenario "own": must be an object with a list of steps per operation$/],
  [
    { own: { logIn: [] } },
    /^scenario "own", no operation "logIn"; there are login, generateApiKey, revokeApiKey/,
  ],
  [{ own: { repeat: 'yes' } }, /^scenario "own": "repeat" must be true or false$/],
  [{ own: { '*': [{ example: 'nowhere' }] } }, /login has .*generateApiKey has .*revokeApiKey has/],
])('the scenarios %j are rejected', (scenarios, message) => {
  expect(() => createMock({ scenarios: scenarios as never })).toThrow(message);
});

test('a test gets the error where it plans the step, and the plan is unchanged', async () => {
  const { mock, logIn } = mockInProcess();
  expect(() => mock.next('login', { status: 503 }, { status: 409 })).toThrow(/login, step 2/);
  expect(() => mock.use('nope')).toThrow(/no scenario "nope"; there are .*unavailable-once/);
  expect(() => createMock({ scenario: 'nope' })).toThrow(/no scenario "nope"/);
  expect((await logIn({ identity: 'a@b' })).reason).toBe('password_required');
});
