import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCredential } from '../../../server/security/credential.ts';
import { createKey } from '../../server/store/an-account.ts';
import { generate, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { form, internalOf, introspect, sendToInternal } from '../../support/http/internal-listener.ts';
import { hours } from '../../support/server/clock.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile, serverForTest } from '../../support/server/test-server.ts';

const config = { internal: { listen: '127.0.0.1:0' } };
const server = await serverForFile({ config });
const internal = internalOf(server);

async function aKey() {
  const person = await addPerson(server);
  const token = await tokenOf(server, credentialsOf(person));
  const made = await generate(server, token, { description: 'deploys' });
  return { person, token, key: textIn(made, 'api_key'), id: textIn(made, 'id') };
}

const inactive = { active: false };

test('a key is active, with its owner and description, until it is revoked', async () => {
  const { person, token, key, id } = await aKey();
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
  const { person, token } = await aKey();
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
  expect(await introspect(internal, ending.key)).toMatchObject({ active: true, exp: seconds + 7200 });
  server.clock.advance(hours(1));
  expect(await introspect(internal, token)).toEqual(inactive);
  expect(await introspect(internal, ending.key)).toMatchObject({ active: true });
  server.clock.advance(hours(1));
  expect(await introspect(internal, ending.key)).toEqual(inactive);
});

test('keys and tokens of a disabled account are inactive; only its keys work again when it is enabled', async () => {
  const { person, token, key } = await aKey();
  await server.store.accounts.disable(person.id, server.clock.now());
  expect([await introspect(internal, key), await introspect(internal, token)]).toEqual([inactive, inactive]);
  await server.store.accounts.enable(person.id, server.clock.now());
  expect(await introspect(internal, key)).toMatchObject({ active: true });
  expect(await introspect(internal, token)).toEqual(inactive);
});

test('an unknown credential is inactive, in any format', async () => {
  const { key, id } = await aKey();
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
  const { key } = await aKey();
  const send = (headers: readonly (readonly [string, string])[]) =>
    sendToInternal(internal, { target: '/introspect', headers: [form, ...headers], body: `token=${key}` });
  const none = [await send([]), await send([['Authorization', 'Basic eDp5']])];
  const wrong = await Promise.all(
    [key, `${internal.credential}0`, internal.credential.slice(0, -1), internal.credential.toLowerCase()].map(
      (text) => send([['Authorization', `Bearer ${text}`]]),
    ),
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

const broken: [string, string | undefined, number][] = [
  ['no body', undefined, 400],
  ['no token', 'token_type_hint=access_token', 400],
  ['an empty token', 'token=', 400],
  ['a token twice', 'token=a&token=b', 400],
  ['a broken encoding', 'token=%zz', 400],
  ['no UTF-8', 'token=%ff', 400],
  ['more than is taken', `token=${'x'.repeat(17_000)}`, 413],
];

test.each(broken)('%s is refused', async (_case, body, status) => {
  const response = await sendToInternal(internal, {
    target: '/introspect',
    token: internal.credential,
    headers: [form],
    body,
  });
  expect(response.status).toBe(status);
});

test('JSON, GET, other paths and invalid HTTP are rejected as the document says', async () => {
  const { credential: token } = internal;
  const json = await sendToInternal(internal, { target: '/introspect', token, body: { token: 'x' } });
  expect({ status: json.status, accept: json.header('accept-post') }).toEqual({
    status: 415,
    accept: 'application/x-www-form-urlencoded',
  });
  const get = await sendToInternal(internal, { method: 'GET', target: '/introspect?token=x', token });
  expect({ status: get.status, allow: get.header('allow') }).toEqual({ status: 405, allow: 'POST' });
  for (const target of ['/', '/v1/auth/login', '/docs', '/introspect/', '/Introspect'])
    expect((await sendToInternal(internal, { target, token })).status).toBe(404);
  const twice = [
    ['Authorization', `Bearer ${token}`] as const,
    ['Authorization', `Bearer ${token}`] as const,
  ];
  const ambiguous = await sendToInternal(internal, {
    target: '/introspect',
    headers: [...twice, form],
    body: 'token=x',
  });
  expect(ambiguous.status).toBe(400);
});

test('a hint and unknown parameters change nothing', async () => {
  const { key } = await aKey();
  const body = `token=${key}&token_type_hint=access_token&resource=x+y`;
  const response = await sendToInternal(internal, {
    target: '/introspect',
    token: internal.credential,
    headers: [form],
    body,
  });
  expect(response.json.active).toBe(true);
});

test('the public port serves no internal path, with or without the credential', async () => {
  for (const path of [
    '/introspect',
    '/live',
    '/ready',
    '/metrics',
    '/v1/introspect',
    '/internal/introspect',
  ]) {
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
  const person = await addPerson(own);
  const token = await tokenOf(own, credentialsOf(person));
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
