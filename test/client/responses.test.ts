import { format, inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { ApiFailure } from '../../client/index.ts';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { fakeTimers } from '../support/server/clock.ts';
import {
  clientOf,
  credentials,
  generated,
  keyData,
  loggedIn,
  loginData,
  rejection,
  success,
} from './fake.ts';

const ada = { identity: 'ada@example.com' };

async function failureOf(response: Response | Error): Promise<ApiFailure> {
  const result = await clientOf([response], { retries: 0 }).client.result.login(ada);
  if (result.ok) expect.fail('it is a success');
  return result.failure;
}

const envelope = (code: number) =>
  JSON.stringify({ status: { code, message: 'No', trace_id: 't' } });

test('an envelope with a failure code is a failure, also under HTTP 200', async () => {
  expect(await failureOf(new Response(envelope(401)))).toMatchObject({
    reason: 'code_401',
    message: 'No',
    status: 200,
    code: 401,
    traceId: 't',
  });
});

test('a failure may have a reason that this version does not know, and any message', async () => {
  const said = { code: 409, reason: 'key_frozen', message: 'The key is frozen until Monday' };
  const response = Response.json({ status: { ...said, trace_id: 't' } }, { status: 409 });
  expect(await failureOf(response)).toMatchObject(said);
});

test.each([
  ['an empty 500', null, 500, 'the body is empty'],
  ['an empty 200', null, 200, 'the body is empty'],
  ['HTML with 200', '<html></html>', 200, 'the body is not JSON'],
  ['HTML with 502', '<html></html>', 502, 'the body is not JSON'],
  ['JSON cut short', '{"status":{"code":200', 200, 'the body is not JSON'],
  ['JSON that is not an envelope', '{"message":"hello"}', 200, 'the body has no data'],
  ['JSON that is not an object', '17', 502, 'the body has no status'],
  ['JSON null', 'null', 404, 'the body has no status'],
  ['a status that is not an object', '{"status":"OK"}', 503, 'the body has no status'],
  ['a success without data', envelope(200), 200, 'the body has no data'],
])('%s is a failure that says what is wrong', async (_name, body, status, problem) => {
  const message = `The response (HTTP ${status}) is not a valid envelope: ${problem}`;
  expect(await failureOf(new Response(body, { status }))).toMatchObject({
    reason: 'unexpected_response',
    status,
    code: status,
    message,
  });
});

test('a success without what the operation is for is a failure', async () => {
  const { client } = clientOf([
    success({ me_id: 'usr_1' }),
    success({ id: 'key_1', api_key: null }),
  ]);
  expect(await client.result.login(ada)).toMatchObject({
    failure: { message: expect.stringContaining('data.access_token is not a string') },
  });
  expect(await client.result.generateApiKey({}, { accessToken: 'a' })).toMatchObject({
    failure: { message: expect.stringContaining('data.api_key is not a string') },
  });
});

test.each([
  ['"id":"key_1"', 'key_1'],
  ['"id":null,"key_id":"key_1"', 'key_1'],
  ['"keyId":17', '17'],
  ['"key":{"id":"key_1"}', 'key_1'],
  // This number is not a safe integer: it would become another id.
  ['"id":9007199254740993', undefined],
  ['"uuid":"key_1"', undefined],
])('the id of a key with %s is %s', async (field, id) => {
  const { client } = clientOf([
    new Response(`{"status":{"code":200},"data":{"api_key":"k",${field}}}`),
  ]);
  expect((await client.generateApiKey({}, { accessToken: 'a' })).id).toBe(id);
});

test('a success may be without a status', async () => {
  const { client } = clientOf([Response.json({ data: { api_key: 'secret-key' } })]);
  const result = await client.result.generateApiKey({}, { accessToken: 'a' });
  expect(result).toMatchObject({ ok: true, data: { api_key: 'secret-key' } });
});

const redirect = (location: string) =>
  new Response(null, { status: 307, headers: { Location: location } });

test('a redirect is not followed', async () => {
  const { client, requests } = clientOf([redirect('/b')]);
  expect(await client.result.login(ada)).toMatchObject({
    failure: { reason: 'unexpected_response', status: 307 },
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.redirect).toBe('manual');
});

test.each([
  ['another host', 'https://access.test/v1/auth/login', 'https://access.test'],
  ['a path prefix', '/access/v1/auth/login', 'http://service.test/access'],
  ['another page', 'https://sso.test/sign-in?state=secret-state#top', 'https://sso.test/sign-in'],
  ['a user with a password', 'https://ada:secret-password@sso.test/', 'https://sso.test/'],
])('the failure says that the server redirects to %s', async (_name, location, address) => {
  const { message } = await failureOf(redirect(location));
  expect(message).toBe(`The server redirects to ${address}; set baseUrl`);
});

test('a redirect to an address that is not valid is a failure too', async () => {
  expect((await failureOf(redirect('https://['))).message).toBe(
    'The server redirects; set baseUrl',
  );
});

test('no response is a failure with its cause', async () => {
  const cause = new TypeError('fetch failed');
  const failure = await failureOf(cause);
  expect(failure.reason).toBe('no_response');
  expect(failure.cause).toBe(cause);
});

test.each([200, 503])(
  'a response with the status %s that is cut off is a failure with its cause',
  async (status) => {
    const cause = new TypeError('terminated');
    const body = new ReadableStream({ start: (stream) => stream.error(cause) });
    const failure = await failureOf(new Response(body, { status }));
    expect(failure).toMatchObject({
      reason: 'no_response',
      message: 'The response was cut off',
      status,
    });
    expect(failure.cause).toBe(cause);
  },
);

test.each([
  ['30', 30],
  ['Thu, 01 Jan 2026 12:00:20 GMT', 20],
  ['soon', undefined],
])('retryAfter is in seconds: %s', async (header, seconds) => {
  fakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12) });
  const failure = await failureOf(rejection(429, 'rate_limited', { 'Retry-After': header }));
  expect(failure.retryAfter).toEqual(seconds);
});

/** Everything that a log or a message could print about a value. */
const printed = (value: unknown) =>
  [
    inspect(value, { depth: Infinity, getters: true, showHidden: false }),
    format('%s %o %O', value, value, value),
    `${value}`,
    String(new Error(`Not stored: ${value}`, { cause: value })),
    inspect(new Error(format('Not stored: %s', value), { cause: value })),
  ].join('\n');

test('printed data and results do not contain their secrets', async () => {
  const { client } = clientOf([loggedIn(), generated()]);
  const result = await client.result.login(credentials);
  if (!result.ok) expect.fail('it is a failure');
  const key = await client.generateApiKey({}, { accessToken: result.data.access_token });
  for (const value of [result, result.data, key, [key], { key }, new Map([['key', key]])])
    expect(printed(value)).not.toContain('secret-');
  expect(inspect(result.data)).toContain("access_token: '[hidden]'");
});

test.each<readonly [what: string, copy: (data: object) => unknown]>([
  ['a property', (data) => Object.fromEntries(Object.entries(data))],
  ['JSON', (data) => JSON.parse(JSON.stringify(data))],
  ['a response', (data) => Response.json(data).json()],
  ['a spread copy', (data) => ({ ...data })],
  ['a structured clone', (data) => structuredClone(data)],
])('%s has the secret', async (_what, copy) => {
  const { client } = clientOf([loggedIn(), generated()]);
  const login = await client.login(credentials);
  const key = await client.generateApiKey({}, { accessToken: login.access_token });
  expect(await copy(login)).toEqual(loginData);
  expect(await copy(key)).toEqual(keyData);
});

test('printed data does not contain its secret where another field repeats it', async () => {
  const { client } = clientOf([
    success({ ...keyData, id: 'secret-key', note: 'Store secret-key now' }),
  ]);
  const key = await client.generateApiKey({}, { accessToken: 'a' });
  expect(inspect(key)).toContain("id: '[hidden]'");
  expect(inspect(key)).toContain("note: 'Store [hidden] now'");
  expect(key.note).toBe('Store secret-key now');
});

test('a response that has a field toJSON is printed without its secrets', async () => {
  const { client } = clientOf([success({ ...keyData, toJSON: 'x' })]);
  expect(printed(await client.generateApiKey({}, { accessToken: 'a' }))).not.toContain('secret-');
});

test('a logged client does not contain its credentials or its token', async () => {
  const { client } = clientOf([loggedIn(), generated()], { credentials });
  await client.generateApiKey();
  expect(inspect(client, { depth: Infinity, showHidden: true })).not.toContain('secret-');
});

test.each([
  ['a rejection', rejection(401, 'invalid_credentials')],
  ['a response that is cut short', new Response('{"data":{"access_token":"secret-token"')],
  [
    'a response without a status',
    new Response('{"data":{"access_token":"secret-token"}}', { status: 502 }),
  ],
  ['no response', new TypeError('fetch failed')],
])('a logged failure does not contain secrets: %s', async (_name, response) => {
  const { client } = clientOf([response], { retries: 0 });
  const result = await client.result.login(credentials);
  if (result.ok) expect.fail('it is a success');
  expect(printed(result)).not.toContain('secret-');
  expect(JSON.stringify(result)).not.toContain('secret-');
  expect(result.failure.stack).not.toContain('secret-');
});

test.each([
  ['a token', { accessToken: 'secret-token\nof a file' }, 'Authorization'],
  [
    'an idempotency key',
    { accessToken: 'a', idempotencyKey: 'secret-value\nof a file' },
    'Idempotency-Key',
  ],
  ['an accent', { accessToken: 'a', idempotencyKey: 'secret-clé' }, 'Idempotency-Key'],
  ['an empty idempotency key', { accessToken: 'a', idempotencyKey: '' }, 'Idempotency-Key'],
])(
  '%s that is not a valid header value is not sent, and not in the failure',
  async (_what, options, header) => {
    const { client, sent } = clientOf([]);
    const result = await client.result.generateApiKey({}, options);
    const message = expect.stringMatching(`the header ${header} is (not valid|empty)`);
    expect(result).toMatchObject({ failure: { reason: 'not_sent', message } });
    expect(printed(result) + JSON.stringify(result)).not.toContain('secret-');
    expect(sent()).toEqual([]);
  },
);

test('the hidden fields are the secret fields of responses in the contract', async () => {
  const { LoginResult, GenerateApiKeyResult, RevokeApiKeyResult } = contract.components.schemas;
  const marked = [LoginResult, GenerateApiKeyResult, RevokeApiKeyResult].flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, schema]) => ('x-secret' in schema ? [name] : [])),
  );
  expect(marked).toEqual(['access_token', 'api_key']);

  const values = Object.fromEntries(marked.map((name) => [name, 'secret-value']));
  const { client } = clientOf([success({ ...loginData, ...values })]);
  expect(printed(await client.login(credentials))).not.toContain('secret-');
});

const typed = 'Pa<ss> "w&rd" 7';

test.each<readonly [what: string, text: string]>([
  ['as it is', typed],
  ['in capitals', typed.toUpperCase()],
  ['in an address', encodeURIComponent(typed)],
  ['in an address within an address', encodeURIComponent(encodeURIComponent(typed))],
  ['in HTML', 'Pa&lt;ss&gt; &quot;w&amp;rd&quot; 7'],
  ['in JSON', JSON.stringify(typed).slice(1, -1)],
  ['in Base64', btoa(typed).replace(/=+$/, '')],
])('a password that a server repeats %s is in no message and no hook', async (_what, text) => {
  const bodies: unknown[] = [];
  const status = { code: 400, reason: 'validation_failed', message: `No account has ${text}` };
  const errors = [{ location: 'body/password', rule: 'pattern', message: `${text} is wrong` }];
  const response = Response.json({ status, data: { errors } }, { status: 400 });
  const { client } = clientOf([response], {
    retries: 0,
    onResponse: ({ body }) => void bodies.push(body),
  });
  const result = await client.result.login({ ...ada, password: typed });
  if (result.ok) expect.fail('it is a success');
  expect(result.failure.message).toBe('No account has [hidden]: /password [hidden] is wrong');
  expect(result.failure.errors[0]?.message).toBe('[hidden] is wrong');
  expect(inspect([result.failure, bodies], { depth: 9 })).not.toContain(text);
});

test('a message of the contract stays readable, even if it has the word that is the password', async () => {
  const status = { code: 401, reason: 'invalid_credentials', message: 'Invalid credentials' };
  const { client } = clientOf([Response.json({ status }, { status: 401 })], { retries: 0 });
  const result = await client.result.login({ ...ada, password: 'credentials' });
  expect(result).toMatchObject({ failure: { message: 'Invalid credentials' } });
});

test('an access token that a server repeats is in no message', async () => {
  const status = { code: 401, reason: 'token_invalid', message: 'aat_1234567890 is not known' };
  const { client } = clientOf([Response.json({ status }, { status: 401 })], { retries: 0 });
  const result = await client.result.revokeApiKey('key_1', { accessToken: 'aat_1234567890' });
  expect(result).toMatchObject({ failure: { message: '[hidden] is not known' } });
});

test('reads at most 1 MiB of a response, and then ends the download', async () => {
  let sent = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(32));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  expect(await failureOf(new Response(endless))).toMatchObject({
    reason: 'unexpected_response',
    status: 200,
    message: 'The response is longer than 1 MiB',
  });
  expect(isCancelled).toBe(true);
  expect(sent).toBeLessThan(2 * 1024 * 1024);
});
