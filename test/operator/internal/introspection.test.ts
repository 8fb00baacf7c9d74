import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createKeyCache } from '../../../operator/keys/verification.ts';
import { createCredential } from '../../../server/security/credential.ts';
import { createKey } from '../../server/store/an-account.ts';
import { generate, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import {
  form,
  internalOf,
  introspect,
  sendToInternal,
} from '../../support/http/internal-listener.ts';
import { fakeTimers, hours } from '../../support/server/clock.ts';
import { temporaryDatabase } from '../../support/server/database.ts';
import { addCaller, addKeyOwner, credentialsOf } from '../../support/server/people.ts';
import { serverForFile, serverForTest } from '../../support/server/test-server.ts';

const config = { internal: { listen: '127.0.0.1:0' } };
const server = await serverForFile({ config });
const internal = internalOf(server);

const inactive = { active: false };

test('a key is active, with its owner and description, until it is revoked', async () => {
  const { person, token, key, id } = await addKeyOwner(server);
  const seconds = Math.floor(server.clock.now() / 1000);
  expect(await introspect(internal, key)).toEqual({
    active: true,
    kind: 'api_key',
    token_type: 'Bearer',
    sub: person.id,
    id,
    description: 'deploys',
    iat: seconds,
  });
  await revoke(server, token, id);
  expect(await introspect(internal, key)).toEqual(inactive);
});

test('an access token is active until it expires, and a key that expires says when', async () => {
  const { person, token } = await addKeyOwner(server);
  const now = server.clock.now();
  const seconds = Math.floor(now / 1000);
  const ending = await createKey(server.store, person.id, now, { expiresAt: now + hours(2) });
  expect(await introspect(internal, token)).toEqual({
    active: true,
    kind: 'access_token',
    token_type: 'Bearer',
    sub: person.id,
    iat: seconds,
    exp: seconds + 3600,
  });
  expect(await introspect(internal, ending.key)).toMatchObject({
    active: true,
    exp: seconds + 7200,
  });
  server.clock.advance(hours(1));
  expect(await introspect(internal, token)).toEqual(inactive);
  expect(await introspect(internal, ending.key)).toMatchObject({ active: true });
  server.clock.advance(hours(1));
  expect(await introspect(internal, ending.key)).toEqual(inactive);
});

test('keys and tokens of a disabled account are inactive; only its keys work again when it is enabled', async () => {
  const { person, token, key } = await addKeyOwner(server);
  await server.store.accounts.disable(person.id, server.clock.now());
  expect([await introspect(internal, key), await introspect(internal, token)]).toEqual([
    inactive,
    inactive,
  ]);
  await server.store.accounts.enable(person.id, server.clock.now());
  expect(await introspect(internal, key)).toMatchObject({ active: true });
  expect(await introspect(internal, token)).toEqual(inactive);
});

test('an unknown credential is inactive, in any format', async () => {
  const { key, id } = await addKeyOwner(server);
  const unknown = [
    createCredential('apiKey', randomBytes),
    createCredential('accessToken', randomBytes),
    key.slice(0, -1),
    `${key} `,
    key.toUpperCase(),
    id,
    internal.credential,
    "' or 1=1 --",
    '\0',
    'ü'.repeat(500),
  ];
  for (const text of unknown) expect(await introspect(internal, text)).toEqual(inactive);
});

test('without the credential, or with another, the response is 401', async () => {
  const { key } = await addKeyOwner(server);
  const send = (headers: readonly (readonly [string, string])[]) =>
    sendToInternal(internal, {
      target: '/introspect',
      headers: [form, ...headers],
      body: `token=${key}`,
    });
  const none = [await send([]), await send([['Authorization', 'Basic eDp5']])];
  const wrong = await Promise.all(
    [
      key,
      `${internal.credential}0`,
      internal.credential.slice(0, -1),
      internal.credential.toLowerCase(),
    ].map((text) => send([['Authorization', `Bearer ${text}`]])),
  );
  for (const { status, json, header } of none) {
    expect({ status, reason: json.reason }).toEqual({ status: 401, reason: 'token_missing' });
    expect(header('www-authenticate')).toBe('Bearer realm="internal"');
  }
  for (const { status, json, header, text } of wrong) {
    expect({ status, reason: json.reason }).toEqual({ status: 401, reason: 'token_invalid' });
    expect(header('www-authenticate')).toBe('Bearer realm="internal", error="invalid_token"');
    expect(text).not.toContain(key);
  }
});

const post = (body: string | undefined) =>
  sendToInternal(internal, {
    target: '/introspect',
    token: internal.credential,
    headers: [form],
    body,
  });

test.each([
  ['no body', undefined, 400],
  ['no token', 'token_type_hint=access_token', 400],
  ['an empty token', 'token=', 400],
  ['a token twice', 'token=a&token=b', 400],
  ['a broken encoding', 'token=%zz', 400],
  ['no UTF-8', 'token=%ff', 400],
  ['more than is taken', `token=${'x'.repeat(17_000)}`, 413],
])('%s is refused', async (_case, body, status) => {
  expect((await post(body)).status).toBe(status);
});

test('JSON, GET, other paths and invalid HTTP are rejected as the document says', async () => {
  const { credential: token } = internal;
  const json = await sendToInternal(internal, {
    target: '/introspect',
    token,
    body: { token: 'x' },
  });
  expect({ status: json.status, accept: json.header('accept-post') }).toEqual({
    status: 415,
    accept: 'application/x-www-form-urlencoded',
  });
  const get = await sendToInternal(internal, {
    method: 'GET',
    target: '/introspect?token=x',
    token,
  });
  expect({ status: get.status, allow: get.header('allow') }).toEqual({
    status: 405,
    allow: 'POST',
  });
  for (const target of ['/', '/v1/auth/login', '/docs', '/introspect/', '/Introspect'])
    expect((await sendToInternal(internal, { target, token })).status).toBe(404);
  const authorization = ['Authorization', `Bearer ${token}`] as const;
  const headers = [authorization, authorization, form];
  const ambiguous = await sendToInternal(internal, {
    target: '/introspect',
    headers,
    body: 'token=x',
  });
  expect(ambiguous.status).toBe(400);
});

test('a hint and unknown parameters change nothing', async () => {
  const { key } = await addKeyOwner(server);
  const { json } = await post(`token=${key}&token_type_hint=access_token&resource=x+y`);
  expect(json.active).toBe(true);
});

test('the public port serves no internal path, with or without the credential', async () => {
  for (const path of ['/introspect', '/live', '/ready', '/metrics', '/v1/introspect']) {
    for (const method of ['GET', 'POST']) {
      const headers = { Authorization: `Bearer ${internal.credential}`, 'Content-Type': form[1] };
      const response = await fetch(server.url + path, {
        method,
        headers,
        ...(method === 'POST' && { body: 'token=x' }),
      });
      expect(response.status, path).toBe(404);
    }
  }
});

test('the log contains no tokens and not the credential', async () => {
  const own = await serverForTest({ config });
  const { token } = await addCaller(own);
  const there = internalOf(own);
  await introspect(there, token);
  await sendToInternal(there, {
    target: `/introspect?token=${token}`,
    token: there.credential,
    headers: [form],
    body: `token=${token}%`,
  });
  await expect
    .poll(() => own.log.lines().filter(({ operation }) => operation === 'introspect'))
    .toHaveLength(2);
  expect(own.log.text()).not.toContain(token);
  expect(own.log.text()).not.toContain(there.credential);
});

/** Two servers on one database, of which each caches keys, and a key that both have found active. */
async function twoServers() {
  fakeTimers({ toFake: ['performance'] });
  const place = await temporaryDatabase();
  const start = () => serverForTest({ config: { ...place, ...config } });
  const [one, other] = [await start(), await start()];
  const { person, key, end } = await addKeyOwner(one);
  const verify = () => Promise.all([one, other].map((each) => introspect(internalOf(each), key)));
  const active = await verify();
  expect(active).toMatchObject([{ active: true }, { active: true }]);
  return { one, person, active: active[1], end, verify };
}

test('a revocation takes effect at once in its process, and within a second in another', async () => {
  const { active, end, verify } = await twoServers();
  await end();
  vi.advanceTimersByTime(999);
  expect(await verify()).toEqual([inactive, active]);
  vi.advanceTimersByTime(1);
  expect(await verify()).toEqual([inactive, inactive]);
});

test('a disabled or deleted account has no active key in the same process at once, and within a second in another', async () => {
  const { one, person, active, verify } = await twoServers();
  await one.store.accounts.disable(person.id, one.clock.now());
  expect(await verify()).toEqual([inactive, active]);
  await one.store.accounts.enable(person.id, one.clock.now());
  expect(await verify()).toEqual([active, active]);
  await one.store.accounts.delete(person.id, one.clock.now());
  expect(await verify()).toEqual([inactive, active]);
  vi.advanceTimersByTime(1000);
  expect(await verify()).toEqual([inactive, inactive]);
});

test('several keys and tokens are introspected at once, in their order', async () => {
  const { one, person } = await twoServers();
  const internal = internalOf(one);
  const token = await tokenOf(one, credentialsOf(person));
  const made = await generate(one, token);
  const another = textIn(await generate(one, token), 'api_key');
  const send = (tokens: unknown) =>
    sendToInternal(internal, {
      target: '/introspect-many',
      token: internal.credential,
      body: { tokens },
    });
  const tokens = [textIn(made, 'api_key'), 'unknown', token, another];
  const { status, json } = await send(tokens);
  expect({ status, json }).toEqual({
    status: 200,
    json: { results: await Promise.all(tokens.map((each) => introspect(internal, each))) },
  });
  const key = { kind: 'api_key' };
  expect(json.results).toMatchObject([key, inactive, { kind: 'access_token' }, key]);
  expect((await send(Array.from({ length: 100 }, () => another))).status).toBe(200);
  for (const wrong of [
    [],
    [''],
    Array.from({ length: 101 }, () => another),
    another,
    [1],
    undefined,
  ])
    expect((await send(wrong)).status).toBe(400);
});

const active = { expiresAt: undefined };

/** A cache that counts its look-ups. */
function aCache(countInvalidations?: () => number) {
  const cache = createKeyCache<typeof active>({
    cacheMs: 60_000,
    now: () => 0,
    countInvalidations,
  });
  let lookUps = 0;
  const find = async (keyHash: string, found: () => typeof active | undefined = () => active) => {
    await cache(keyHash, async () => {
      lookUps += 1;
      return found();
    });
    return lookUps;
  };
  return find;
}

test('keeps the 10,000 keys that were looked up last', async () => {
  const find = aCache();
  for (let index = 0; index < 10_001; index += 1) await find(String(index));
  expect(await find('1')).toBe(10_001);
  expect(await find('10000')).toBe(10_001);
  expect(await find('0')).toBe(10_002);
});

test('unknown keys take the place of no other', async () => {
  const find = aCache();
  await find('active');
  for (let index = 0; index < 10_000; index += 1) await find(String(index), () => undefined);
  expect(await find('active')).toBe(10_001);
  expect(await find('0', () => undefined)).toBe(10_002);
});

test('a key that this process may have revoked during its look-up is looked up again', async () => {
  let invalidations = 0;
  const find = aCache(() => invalidations);
  await find('key', () => {
    invalidations += 1;
    return active;
  });
  expect(await find('key')).toBe(2);
  expect(await find('key')).toBe(2);
});
