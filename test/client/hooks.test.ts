import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ReceivedResponse, Retry, SentRequest } from '../../client/index.ts';
import { fakeTimers } from '../support/server/clock.ts';
import {
  clientOf,
  credentials,
  generated,
  keyData,
  loggedIn,
  rejection,
  revoked,
  success,
} from './fake.ts';

/** A client whose hooks record what they get. */
function recorded(
  script: Parameters<typeof clientOf>[0],
  options: Parameters<typeof clientOf>[1] = {},
) {
  const requests: SentRequest[] = [];
  const responses: (readonly [ReceivedResponse, SentRequest])[] = [];
  const retries: Retry[] = [];
  const { client, ...others } = clientOf(script, {
    onRequest: (request) => requests.push(request),
    onResponse: (...event) => responses.push(event),
    onRetry: (retry) => retries.push(retry),
    ...options,
  });
  return { client, sent: others.requests, requests, responses, retries };
}

test('the headers of the options are sent with every request, which onRequest gets without its secrets', async () => {
  const { client, sent, requests } = recorded([loggedIn(), generated(), revoked()], {
    credentials,
    headers: { 'X-Gateway-Key': 'secret-gateway-key' },
  });
  await client.generateApiKey({ description: 'Nightly build' }, { idempotencyKey: 'secret-value' });
  await client.revokeApiKey('key_1');
  for (const { headers } of sent) expect(headers.get('x-gateway-key')).toBe('secret-gateway-key');
  expect(await sent[1]?.json()).toEqual({ description: 'Nightly build' });
  expect(sent[2]?.body).toBeNull();
  expect(requests).toEqual([
    {
      operation: 'login',
      attempt: 1,
      method: 'POST',
      url: 'http://service.test/v1/auth/login',
      headers: { 'content-type': 'application/json', 'x-gateway-key': '[hidden]' },
      body: { identity: 'ada@example.com', password: '[hidden]' },
    },
    {
      operation: 'generateApiKey',
      attempt: 1,
      method: 'POST',
      url: 'http://service.test/v1/security/apikey/generate',
      headers: {
        authorization: '[hidden]',
        'content-type': 'application/json',
        'idempotency-key': '[hidden]',
        'x-gateway-key': '[hidden]',
      },
      body: { description: 'Nightly build' },
    },
    {
      operation: 'revokeApiKey',
      attempt: 1,
      method: 'DELETE',
      url: 'http://service.test/v1/security/apikey/key_1',
      headers: { authorization: '[hidden]', 'x-gateway-key': '[hidden]' },
      body: undefined,
    },
  ]);
});

test('an empty password is hidden too, and hides nothing else', async () => {
  const { client, requests } = recorded([rejection(401, 'invalid_credentials')]);
  await client.result.login({ identity: 'ada@example.com', password: '' });
  expect(requests[0]?.body).toEqual({ identity: 'ada@example.com', password: '[hidden]' });
});

test('onResponse gets each response without its secrets, and its request', async () => {
  const script = [
    loggedIn(),
    rejection(404, 'key_not_found'),
    success({ ...keyData, note: 'Store secret-key' }),
  ];
  const { client, requests, responses } = recorded(script, { credentials });
  await client.result.revokeApiKey('key_1');
  await client.generateApiKey();
  expect(responses.map(([, request]) => request)).toEqual(requests);
  expect(responses.map(([response]) => response)).toEqual([
    expect.objectContaining({
      status: 200,
      body: expect.objectContaining({
        data: expect.objectContaining({ access_token: '[hidden]' }),
      }),
    }),
    expect.objectContaining({
      status: 404,
      body: { status: { code: 404, reason: 'key_not_found', message: 'No', trace_id: 'trace' } },
    }),
    expect.objectContaining({
      body: expect.objectContaining({
        data: expect.objectContaining({ api_key: '[hidden]', note: 'Store [hidden]' }),
      }),
    }),
  ]);
  expect(inspect([requests, responses], { depth: Infinity })).not.toContain('secret-');
});

test('onResponse gets the time until the end of the response', async () => {
  fakeTimers();
  const slowly = () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(revoked()), 750));
  const { client, responses } = recorded([slowly]);
  const call = client.revokeApiKey('key_1', { accessToken: 'a' });
  await vi.advanceTimersByTimeAsync(750);
  await call;
  expect(responses[0]?.[0].milliseconds).toBe(750);
});

test.each([
  ['HTML', '<html>secret-token</html>'],
  ['JSON that is cut short', '{"data":{"access_token":"secret-token"'],
  ['an empty body', ''],
])('onResponse gets no body for %s', async (_name, body) => {
  const { client, responses } = recorded([new Response(body, { status: 502 })], { retries: 0 });
  await client.result.login(credentials);
  expect(responses[0]?.[0]).toMatchObject({ status: 502, body: undefined });
});

test('onResponse is not called when there is no response', async () => {
  const { client, requests, responses } = recorded([new TypeError('fetch failed')], { retries: 0 });
  await client.result.login(credentials);
  expect(requests).toHaveLength(1);
  expect(responses).toEqual([]);
});

test('no hook is called for a request that cannot be sent', async () => {
  const { client, requests } = recorded([]);
  await client.result.generateApiKey({}, { accessToken: 'secret-token\nof a file' });
  expect(requests).toEqual([]);
});

test('onRetry gets the failure of the attempt and the pause before the next one', async () => {
  fakeTimers();
  const busy = rejection(503, 'unavailable', { 'Retry-After': '7' });
  const { client, requests, retries } = recorded([busy, new TypeError('fetch failed'), revoked()], {
    random: () => 1,
  });
  const call = client.revokeApiKey('key_1', { accessToken: 'a' });
  await vi.runAllTimersAsync();
  await call;
  expect(retries).toMatchObject([
    {
      operation: 'revokeApiKey',
      attempt: 1,
      failure: { reason: 'unavailable' },
      milliseconds: 7250,
    },
    {
      operation: 'revokeApiKey',
      attempt: 2,
      failure: { reason: 'no_response' },
      milliseconds: 500,
    },
  ]);
  expect(requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
});

test.each(['onRequest', 'onResponse', 'onRetry'] as const)(
  'what a hook throws in %s does not change the call, and is an unhandled rejection',
  async (name) => {
    const unhandled: unknown[] = [];
    const listeners = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => {
      unhandled.push(error);
    });
    onTestFinished(() => {
      process.removeAllListeners('unhandledRejection');
      for (const listener of listeners) process.on('unhandledRejection', listener);
    });
    const problem = new Error('a mistake in the hook');
    const { client } = clientOf([rejection(503, 'unavailable'), revoked()], {
      [name]: () => {
        throw problem;
      },
    });
    expect(await client.revokeApiKey('key_1', { accessToken: 'a' })).toMatchObject({ id: 'key_1' });
    await vi.waitFor(() => expect(unhandled).toContain(problem));
  },
);

describe('the headers of the options', () => {
  test("do not replace the client's own, whatever their case", async () => {
    const headers = {
      AUTHORIZATION: 'Basic a',
      'content-TYPE': 'text/plain',
      'idempotency-key': 'a',
    };
    const { client, sent } = recorded([generated()], { headers });
    await client.generateApiKey({}, { accessToken: 'token', idempotencyKey: 'b' });
    const [request] = sent;
    expect(request?.headers.get('authorization')).toBe('Bearer token');
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(request?.headers.get('idempotency-key')).toBe('b');
  });

  test('that are not valid are a failure without their values', async () => {
    const { client, sent } = recorded([], {
      headers: { 'X-Gateway-Key': 'secret-key\nof a file' },
    });
    const result = await client.result.login(credentials);
    expect(result).toMatchObject({ failure: { reason: 'not_sent' } });
    expect(inspect(result, { depth: Infinity })).not.toContain('secret-');
    expect(sent).toEqual([]);
  });
});
