import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createNetServer, type Socket } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import {
  type RequireApiKeyOptions,
  requireApiKey,
} from '../../operator/require-api-key/require-api-key.ts';
import { createCredential } from '../../server/security/credential.ts';
import { hashCredential } from '../../server/security/credential-hashes.ts';
import { createKey } from '../server/store/an-account.ts';
import { internalOf } from '../support/http/internal-listener.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';
import { encode, exchange, type Request } from '../support/http/send-request.ts';
import { validateResponse } from '../support/http/validate-response.ts';
import { fakeTimers } from '../support/server/clock.ts';
import { temporaryFolder } from '../support/server/database.ts';
import { addKeyOwner } from '../support/server/people.ts';
import { serverForFile } from '../support/server/test-server.ts';

const server = await serverForFile({
  config: { internal: { listen: '127.0.0.1:0' } },
  now: Date.now,
});
const { port, credential } = internalOf(server);
const url = `http://127.0.0.1:${port}/introspect`;
// How fast the machine is does not matter.
const introspect = { url, credential, timeoutMs: 60_000 };

/** Somebody's own service, which says whose key it was given. */
async function aService(options: RequireApiKeyOptions) {
  const guard = requireApiKey({ onUnavailable: () => {}, ...options });
  const app = express().disable('x-powered-by').disable('etag');
  app.get('/', guard, (request, response) => void response.json(request.apiKey));
  onTestFinished(guard.close);
  const place = { port: await listenForTest(createServer({ keepAliveTimeout: 0 }, app)) };
  return (request: Partial<Request> = {}) =>
    exchange(place, encode({ method: 'GET', target: '/', ...request }));
}

type Ask = Awaited<ReturnType<typeof aService>>;

const reasonOf = async (sendRequest: Ask, request?: Partial<Request>) =>
  validateResponse(await sendRequest(request)).reason;

test.each<[string, RequireApiKeyOptions]>([
  ['the introspection endpoint', { introspect, cacheMs: 0 }],
  ['the database', { database: server.database, cacheMs: 0 }],
])(
  'without a cache, a key is accepted, and rejected at once when it is revoked, with %s',
  async (_way, options) => {
    const sendRequest = await aService(options);
    const { person, id, key, end } = await addKeyOwner(server);
    const { status, body } = await sendRequest({ token: key });
    expect({ status, owner: JSON.parse(body.toString()) }).toEqual({
      status: 200,
      owner: { id, sub: person.id, description: 'deploys' },
    });
    await end();
    expect(await reasonOf(sendRequest, { token: key })).toBe('token_invalid');
  },
);

test('anything but a key is rejected with the envelope of the contract', async () => {
  const sendRequest = await aService({ introspect });
  const { token, key } = await addKeyOwner(server);
  expect(await reasonOf(sendRequest)).toBe('token_missing');
  expect(await reasonOf(sendRequest, { headers: [['Authorization', 'Basic eDp5']] })).toBe(
    'token_missing',
  );
  for (const wrong of [token, credential, key.slice(0, -1), `${key}0`, 'x'])
    expect(await reasonOf(sendRequest, { token: wrong })).toBe('token_invalid');
  const authorization = ['Authorization', `Bearer ${key}`] as const;
  expect(await reasonOf(sendRequest, { headers: [authorization, authorization] })).toBe(
    'malformed_request',
  );
});

const wrongly = (given: Partial<typeof introspect>) => ({
  introspect: { ...introspect, ...given },
});

test.each<[string, RequireApiKeyOptions, RegExp]>([
  ['nothing listens', wrongly({ url: 'http://127.0.0.1:1/introspect' }), /ECONNREFUSED/],
  ['the credential is wrong', wrongly({ credential: 'x'.repeat(40) }), /rejects the credential/],
  ['something else listens', wrongly({ url: server.url }), /HTTP 404/],
  [
    'there is no database',
    { database: join(server.database, '../none.db') },
    /there is no database/,
  ],
])('returns 503 where %s, and reports the error to the app', async (_cause, options, reported) => {
  const causes: unknown[] = [];
  const sendRequest = await aService({ ...options, onUnavailable: (error) => causes.push(error) });
  const { key } = await addKeyOwner(server);
  expect(await reasonOf(sendRequest, { token: key })).toBe('unavailable');
  expect(String(causes[0])).toMatch(reported);
  expect(String(causes[0])).not.toContain(key);
});

test.each([
  ['says nothing until the timeout', createServer(() => {})],
  [
    'switches to another protocol',
    createNetServer((socket) => void socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')),
  ],
])('an endpoint that %s is unavailable', async (_how, endpoint) => {
  const url = `http://127.0.0.1:${await listenForTest(endpoint)}`;
  const sendRequest = await aService({ introspect: { url, credential, timeoutMs: 50 } });
  const { key } = await addKeyOwner(server);
  expect(await reasonOf(sendRequest, { token: key })).toBe('unavailable');
});

test('sends the request again when the endpoint closes a reused connection', async () => {
  const { key, person, id } = await addKeyOwner(server);
  const used = new WeakSet<Socket>();
  let ended = 0;
  const endpoint = createServer((request, response) => {
    const { socket } = request;
    if (used.has(socket)) {
      ended += 1;
      socket.destroy();
      return;
    }
    used.add(socket);
    response.end(
      JSON.stringify({ active: true, kind: 'api_key', id, sub: person.id, description: '' }),
    );
  });
  await once(endpoint.listen(join(temporaryFolder(), 'ending.sock')), 'listening');
  onTestFinished(() => void endpoint.close().closeAllConnections());
  const sendRequest = await aService({
    introspect: { ...introspect, url: `unix:${String(endpoint.address())}` },
    cacheMs: 0,
  });
  for (let times = 0; times < 3; times += 1)
    expect((await sendRequest({ token: key })).status).toBe(200);
  expect(ended).toBe(2);
});

test('never accepts a key that has expired since it was cached', async () => {
  const sendRequest = await aService({ introspect, cacheMs: 60_000 });
  const { person } = await addKeyOwner(server);
  const expiring = await createKey(server.store, person.id, Date.now(), {
    expiresAt: Date.now() + 60_000,
  });
  expect((await sendRequest({ token: expiring.key })).status).toBe(200);
  fakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  expect(await reasonOf(sendRequest, { token: expiring.key })).toBe('token_invalid');
});

test('caches for as long as configured, up to a minute, and never that a key is unknown', async () => {
  const sendRequest = await aService({ introspect, cacheMs: 60_000 });
  const { person } = await addKeyOwner(server);
  const later = createCredential('apiKey', randomBytes);
  expect(await reasonOf(sendRequest, { token: later })).toBe('token_invalid');
  await createKey(server.store, person.id, Date.now(), { keyHash: hashCredential(later) });
  expect((await sendRequest({ token: later })).status).toBe(200);
  expect(() => requireApiKey({ database: 'x', cacheMs: 60_001 })).toThrow(RangeError);
});
