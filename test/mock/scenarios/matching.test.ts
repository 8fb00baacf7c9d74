import { expect, test } from 'vitest';
import { createClient } from '../../../client/index.ts';
import { createMock, type MockStep } from '../../../mock/create-mock.ts';
import { MockError } from '../../../mock/mock-error.ts';
import { credentialsOf } from '../../support/server/people.ts';
import { base, logInAt, mockServerForTest, plain } from '../in-process.ts';

const credentials = credentialsOf(plain);

/** A mock, and a client of it that does not retry. */
function started() {
  const mock = createMock();
  const client = createClient({ baseUrl: base, fetch: mock.fetch, credentials, retries: 0 });
  const statusesOf = async (...descriptions: readonly string[]) => {
    const statuses: number[] = [];
    for (const description of descriptions) {
      const result = await client.result.generateApiKey({ description });
      statuses.push(result.ok ? result.status : Number(result.failure.status));
    }
    return statuses;
  };
  return { mock, client, statusesOf };
}

const when = { body: { description: 'Release' } };

test('a step of next waits for the request that matches', async () => {
  const { mock, statusesOf } = started();
  mock.next('generateApiKey', { when, status: 409 }, { status: 503 });
  expect(await statusesOf('Nightly', 'Nightly', 'Release', 'Release')).toEqual([
    503, 200, 409, 200,
  ]);
});

test('a step of repeat is for the requests that match', async () => {
  const { mock, statusesOf } = started();
  mock.repeat('generateApiKey', { when, status: 409 });
  expect(await statusesOf('Release', 'Nightly', 'Release')).toEqual([409, 200, 409]);
});

test('a step can match the id of a key and the headers', async () => {
  const { mock, client } = started();
  mock.next('revokeApiKey', { when: { id: 'key_2' }, example: 'rate_limited' });
  mock.next('generateApiKey', { when: { headers: { 'Idempotency-Key': 'b' } }, status: 503 });
  const revoke = async (id: string) => (await client.result.revokeApiKey(id)).ok;
  const { result } = client;
  expect(await revoke('key_1')).toBe(false);
  expect(await result.revokeApiKey('key_2')).toMatchObject({ failure: { reason: 'rate_limited' } });
  expect(await result.generateApiKey({}, { idempotencyKey: 'a' })).toMatchObject({ ok: true });
  expect(await result.generateApiKey({}, { idempotencyKey: 'b' })).toMatchObject({
    failure: { reason: 'unavailable' },
  });
});

test.each([
  [{ identity: plain.identity }, true],
  [{ password: plain.password }, true],
  [{ identity: 'ada@example.com' }, false],
  [{ otp: '000000' }, false],
])('the body %j of a match needs only some fields: %s', async (body, isMatch) => {
  const { mock, client } = started();
  mock.next('login', { when: { body }, status: 503 });
  const { ok } = await client.result.login(credentials);
  expect(ok).toBe(!isMatch);
});

test('over a connection, a step matches the body too', async () => {
  const mock = createMock();
  const server = await mockServerForTest(mock);
  mock.next('login', { when: { body: { identity: plain.identity } }, status: 503 });
  expect((await logInAt(server.url, {}, { identity: 'ada@example.com' })).status).toBe(401);
  expect((await logInAt(server.url)).status).toBe(503);
});

test.each([
  [{ when: 'Release' }, 'login, step 1: "when" must be an object'],
  [
    { when: { bdy: {} } },
    'login, step 1, "when": unknown field "bdy"; the fields are body, headers, id',
  ],
  [{ when: { headers: { a: 1 } } }, 'login, step 1, "when": "headers" must be an object of texts'],
])('the error says what is wrong with %j', (step, message) => {
  // In JavaScript a step may be anything.
  expect(() => createMock().next('login', step as MockStep<'login'>)).toThrow(message);
});

test('next without a step is an error', () => {
  const { mock } = started();
  const message = 'next: login needs a step, such as { status: 503 }';
  expect(() => mock.next('login')).toThrow(new MockError(message));
});

test('expectCalled passes when a request of the operation matches', async () => {
  const { mock, client } = started();
  await client.generateApiKey({ description: 'Release' }, { idempotencyKey: 'deploy-7' });
  mock.expectCalled('login');
  mock.expectCalled('login', { body: { password: plain.password } });
  mock.expectCalled('generateApiKey', { ...when, headers: { 'Idempotency-Key': 'deploy-7' } });
});

test('expectCalled passes when a step rejected the request', async () => {
  const { mock, client } = started();
  mock.next('generateApiKey', { status: 503 });
  await client.result.generateApiKey({ description: 'Release' });
  mock.expectCalled('generateApiKey', when);
});

test('expectCalled says what came, without secrets', async () => {
  const { mock, client } = started();
  await client.generateApiKey({ description: 'Nightly' }, { idempotencyKey: 'deploy-7' });
  const headers = { 'Idempotency-Key': 'deploy-8', Via: 'b' };
  const expected = [
    'no request of generateApiKey with the body {"description":"Release"} and the header Idempotency-Key and the header Via came; these came:',
    '  login {"identity":"demo@example.com","password":"***"} -> 200; Idempotency-Key is missing; Via is missing',
    '  generateApiKey {"description":"Nightly"} -> 200; Idempotency-Key differs; Via is missing',
  ];
  const call = () => mock.expectCalled('generateApiKey', { ...when, headers });
  expect(call).toThrow(new MockError(expected.join('\n')));
  const secret = () => mock.expectCalled('login', { body: { password: 'correct horse' } });
  expect(secret).toThrow('no request of login with the body {"password":"***"} came');
});

test('expectCalled says that nothing came', () => {
  const expectation = () => started().mock.expectCalled('revokeApiKey', { id: 'key_1' });
  const message = 'no request of revokeApiKey with the id key_1 came; no request came at all';
  expect(expectation).toThrow(new MockError(message));
});
