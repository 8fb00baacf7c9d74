import { expect, test } from 'vitest';
import { operations as contract } from '../../../generated/contract.ts';
import { createMock } from '../../../mock/create-mock.ts';
import { ConnectionReset } from '../../../mock/mock-error.ts';
import { textIn } from '../../support/http/call-operations.ts';
import { credentialsOf } from '../../support/server/people.ts';
import { createDocumentedResponses } from '../documented.ts';
import { mockInProcess, mockServerForTest, plain, statusOf } from '../in-process.ts';

const target = '/v1/auth/login';
const body = credentialsOf(plain);

test('next plans one request per step, then the responses are true again', async () => {
  const { mock, logIn } = mockInProcess();
  mock.next('login', { status: 503 }, { example: 'otp_required' }, {});
  mock.next('login', { status: 429 });
  for (const status of [503, 401, 200, 429, 200])
    expect((await logIn(body)).httpStatus).toBe(status);
});

test('repeat lasts until a reset, and next comes first', async () => {
  const { mock, logIn } = mockInProcess({ scenario: 'unavailable' });
  mock.repeat('login', { status: 500 }, {});
  mock.next('login', { status: 408 });
  for (const status of [408, 500, 200, 500, 200])
    expect((await logIn(body)).httpStatus).toBe(status);
  mock.repeat('login');
  expect((await logIn(body)).httpStatus).toBe(503);
  mock.repeat('login', { status: 500 });
  mock.next('login', { status: 408 });
  mock.use(undefined);
  mock.reset();
  expect((await logIn(body)).httpStatus).toBe(503);
});

test('with *, each operation has its turn, if the contract documents the response for it', async () => {
  const { mock, logIn, generate, revoke } = mockInProcess();
  const token = textIn(await logIn(body), 'access_token');
  mock.repeat('login', { status: 500 });
  mock.repeat('*', { status: 409 });
  mock.next('*', { status: 503 });
  expect((await logIn(body)).httpStatus).toBe(503);
  expect((await logIn(body)).httpStatus).toBe(500);
  expect((await generate(token)).httpStatus).toBe(503);
  expect((await generate(token)).reason).toBe('key_limit_reached');
  expect((await revoke(token, 'key_0123456789abcdefABCDEF')).httpStatus).toBe(503);
  expect((await revoke(token, 'key_0123456789abcdefABCDEF')).reason).toBe('key_not_found');
});

const responses = createDocumentedResponses();

test('there are documented responses of every operation to test', () => {
  expect(responses.length).toBeGreaterThanOrEqual(50);
  const operations = new Set(responses.map(({ operation }) => operation));
  expect([...operations].toSorted()).toEqual(Object.keys(contract).toSorted());
});

test.each(responses)(
  '$operation returns $code $example when a step or the client says so',
  async (response) => {
    const { mock, send } = mockInProcess();
    const { operation, method, target, code, example, value } = response;
    // The contract has these operations, and these examples.
    const [id, step] = [operation, { status: code, example }] as Parameters<typeof mock.next>;
    mock.next(id, step ?? {});
    for (const headers of [{}, { Prefer: `code=${code}, example=${example}` }]) {
      const sent = await send(method, target, { headers });
      expect(sent).toMatchObject({ httpStatus: code, reason: value.status.reason });
      expect(sent.data).toEqual(value.data);
    }
  },
);

test('an example that the operation does not have does not compile, and is an error', () => {
  const { mock } = mockInProcess();
  mock.next('login', { example: 'otp_required' });
  mock.next('*', { example: 'otp_required' }, { example: 'key_not_found' });
  // @ts-expect-error a misspelt example
  expect(() => mock.next('login', { example: 'otp_requird' })).toThrow(
    'login, step 1: login has no example "otp_requird"; it has 200 plain_login, mfa_login; 4',
  );
  // @ts-expect-error an example of another operation
  expect(() => mock.repeat('login', { example: 'key_not_found' })).toThrow(
    'login has no example "key_not_found"',
  );
});

test('any status, with any body and headers, and nothing that the service would add', async () => {
  const { mock, sendRaw } = mockInProcess();
  const send = async () => {
    const response = await sendRaw('POST', target, { body });
    const { status, headers } = response;
    return { status, headers: Object.fromEntries(headers), text: await response.text() };
  };
  const html = { 'content-type': 'text/html', via: '1.1 gateway' };
  mock.next('login', { status: 502, headers: html, body: '<h1>Bad gateway</h1>' });
  expect(await send()).toEqual({ status: 502, headers: html, text: '<h1>Bad gateway</h1>' });
  const typed = (type: string) => ({ 'content-type': `${type}; charset=utf-8` });
  mock.next('login', { status: 418, body: 'tea' });
  expect(await send()).toEqual({ status: 418, headers: typed('text/plain'), text: 'tea' });
  mock.next('login', { status: 200, body: { ok: true } });
  expect(await send()).toEqual({
    status: 200,
    headers: typed('application/json'),
    text: '{"ok":true}',
  });
  mock.next('login', { status: 500, body: '' });
  expect(await send()).toEqual({ status: 500, headers: {}, text: '' });
});

test('headers replace those of a documented response, in any case', async () => {
  const { mock, logIn } = mockInProcess();
  mock.next('login', { status: 429, headers: { 'retry-AFTER': '1', 'X-Request': 'a' } });
  const response = await logIn(body);
  expect(response.headers.filter(([name]) => name === 'retry-after')).toEqual([
    ['retry-after', '1'],
  ]);
  expect(response.header('x-request')).toBe('a');
});

test('a body without a status replaces the body of the true response, whose work is done', async () => {
  const { mock, logIn, sendRaw, generate } = mockInProcess({ maximumKeys: 1 });
  const token = textIn(await logIn(body), 'access_token');
  mock.next('generateApiKey', { body: { data: 'of another version' } });
  const response = await sendRaw('POST', '/v1/security/apikey/generate', { token });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await response.json()).toEqual({ data: 'of another version' });
  expect((await generate(token)).reason).toBe('key_limit_reached');
});

test('a fault also damages a response that the step selects', async () => {
  const { mock, sendRaw } = mockInProcess();
  mock.next('login', { status: 503, fault: 'truncated' }, { status: 204, body: '' });
  mock.next('login', { status: 503, fault: 'reset' });
  const truncated = await sendRaw('POST', target, { body });
  expect(truncated.status).toBe(503);
  expect(await truncated.text()).toMatch(/^\{"status":\{"code":503[^}]*$/);
  expect((await sendRaw('POST', target, { body })).status).toBe(204);
  await expect(sendRaw('POST', target, { body })).rejects.toThrow(ConnectionReset);
});

test('the mock waits for the latency', async () => {
  const { mock, logIn } = mockInProcess();
  const start = performance.now();
  mock.next('login', { latency: 60 });
  expect((await logIn(body)).httpStatus).toBe(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(55);
});

test('over a connection, a step has its status, headers and body', async () => {
  const mock = createMock();
  const server = await mockServerForTest(mock);
  const send = () => fetch(server.url + target, { method: 'POST' });
  mock.next('login', { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<p>é' });
  mock.next('login', { status: 304, body: '' });
  const page = await send();
  expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html']);
  expect(await page.text()).toBe('<p>é');
  expect((await send()).status).toBe(304);
});

test('a code selects its first example, an example without a code has its own code, and other preferences are ignored', async () => {
  const { logIn } = mockInProcess();
  expect((await logIn({}, { Prefer: 'code=401' })).reason).toBe('password_required');
  expect((await logIn({}, { Prefer: 'example="otp_required"' })).reason).toBe('otp_required');
  const ignoring = await logIn({ identity: 'a@b' }, { Prefer: 'respond-async, wait=100' });
  expect(ignoring.reason).toBe('password_required');
});

test.each([
  ['code=418', /^The mock: login has no status 418; it has 200 plain_login, .*otp_required/],
  [
    'code=401, example=otp_requird',
    /^The mock: login has no status 401 with the example "otp_requird"; it has .*otp_required/,
  ],
  ['scenario=reset, code=418', /^The mock: login has no status 418; it has/],
  ['code=', /^The mock: login has no status 0; it has/],
  ['scenario=nope', /^The mock: no scenario "nope"; the scenarios are .*token-expired/],
  ['latency=soon', /^The mock: a latency is a number of milliseconds, 0 or more/],
  ['latency=-1', /^The mock: a latency is a number of milliseconds, 0 or more/],
])(
  'the message and a header of the response say what is wrong with Prefer: %s',
  async (prefer, message) => {
    const response = await mockInProcess().sendRaw('POST', '/v1/auth/login', {
      headers: { Prefer: prefer },
    });
    const status = await statusOf(response);
    expect(status).toMatchObject({ code: 400, reason: 'malformed_request' });
    expect(status.message).toMatch(message);
    expect(`The mock: ${response.headers.get('mock-error')}`).toBe(status.message);
  },
);

test('a request that selects a response takes no step, and a latency leaves the step', async () => {
  const { mock, logIn } = mockInProcess();
  mock.next('login', { status: 503 });
  expect((await logIn({}, { Prefer: 'code=401' })).httpStatus).toBe(401);
  expect((await logIn({}, { Prefer: 'latency=1' })).httpStatus).toBe(503);
});
