import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { logIn } from '../../support/http/call-operations.ts';
import { addPerson, addPersonWithMfa, codeOf, credentialsOf } from '../../support/server/people.ts';
import {
  serverForTest,
  startTestServer,
  type TestServer,
} from '../../support/server/test-server.ts';

const wrong = { password: 'not the password' };

function logins({ log }: TestServer) {
  return log.lines().filter(({ event }) => String(event).startsWith('login_'));
}

/** The reason of the last login in the log. */
const lastReason = (server: TestServer) => logins(server).at(-1)?.reason;

test('a failed login has a line with its reason, which the response does not distinguish', async () => {
  const server = await serverForTest();
  const person = await addPerson(server);
  const disabled = await addPerson(server);
  await server.store.accounts.disable(disabled.id, server.clock.now());
  const mfa = await addPersonWithMfa(server);
  const attempts: [string, object][] = [
    ['unknown_identity', { identity: 'nobody@example.com', ...wrong }],
    ['wrong_password', { ...credentialsOf(person), ...wrong }],
    ['account_disabled', credentialsOf(disabled)],
    ['code_required', credentialsOf(mfa)],
    ['wrong_code', { ...credentialsOf(mfa), otp: '000000' }],
  ];
  for (const [reason, body] of attempts) {
    const response = await logIn(server, body);
    expect(logins(server).at(-1)).toMatchObject({
      ...{ event: 'login_failed', reason, client: '127.0.0.1' },
      traceId: response.traceId,
    });
  }
  expect(logins(server)).toHaveLength(attempts.length);
});

test('a successful login has a line with its account, and an invalid request has none', async () => {
  const server = await serverForTest();
  const person = await addPerson(server);
  await logIn(server, credentialsOf(person));
  await logIn(server, { identity: person.identity });
  await logIn(server, { identity: person.identity, password: 1 });
  expect(logins(server)).toMatchObject([
    {
      event: 'login_succeeded',
      client: '127.0.0.1',
      account: person.id,
      identityHash: expect.any(String),
    },
  ]);
});

test('rate-limited logins have lines, also those that are rejected before their body is read', async () => {
  const server = await serverForTest({ rateLimits: true });
  const person = await addPerson(server);
  for (let attempt = 0; attempt < 7; attempt += 1)
    await logIn(server, { ...credentialsOf(person), ...wrong });
  expect(lastReason(server)).toBe('rate_limited');
  for (let attempt = 0; attempt < 60; attempt += 1) await logIn(server, {});
  expect(logins(server).at(-1)).toMatchObject({ event: 'login_failed', reason: 'rate_limited' });
  expect(logins(server).at(-1)).not.toHaveProperty('identityHash');
});

test('an identity has one hash in any spelling, known or not, and the log contains no identity and no secret', async () => {
  const server = await serverForTest();
  const person = await addPerson(server);
  const hashOf = async (body: object) => {
    await logIn(server, body);
    return logins(server).at(-1)?.identityHash;
  };
  const known = await hashOf(credentialsOf(person));
  expect(known).toMatch(/^[0-9a-f]{32}$/);
  expect(await hashOf({ identity: person.identity.toUpperCase(), ...wrong })).toBe(known);
  const unknown = await hashOf({ identity: 'Nobody@example.com', ...wrong });
  expect(await hashOf({ identity: 'nobody@example.com', ...wrong })).toBe(unknown);
  expect(unknown).not.toBe(known);
  for (const text of [person.identity, person.password, 'obody@example', wrong.password])
    expect(server.log.text()).not.toContain(text);
});

test('servers with other secrets have other hashes, so that nobody can look an identity up', async () => {
  const hashes = new Set<unknown>();
  for (const _ of [1, 2]) {
    const server = await serverForTest();
    await logIn(server, { identity: 'nobody@example.com', ...wrong });
    hashes.add(logins(server).at(-1)?.identityHash);
  }
  expect(hashes.size).toBe(2);
});

test('the filter of the guide finds the client of every failed login, and bans nobody for a missing code', async () => {
  const guide = readFileSync(
    new URL('../../../docs/how-to/watch-logins.md', import.meta.url),
    'utf8',
  );
  const [, failregex = ''] = /^failregex = (.+)$/m.exec(guide) ?? [];
  const filter = new RegExp(failregex.replace('<SUBNET>', '(?<client>[0-9a-f.:]+(?:/\\d+)?)'), 'm');
  const server = await startTestServer({ config: { trustedHops: 1 }, rateLimits: true });
  const mfa = await addPersonWithMfa(server);
  const from = async (address: string, body: object) => {
    const before = server.log.text().length;
    await logIn(server, body, address);
    return filter.exec(server.log.text().slice(before))?.groups?.client;
  };
  const unknown = { identity: 'nobody@example.com', ...wrong };
  expect(await from('192.0.2.7', unknown)).toBe('192.0.2.7');
  expect(await from('2001:db8:1:2:3:4:5:6', unknown)).toBe('2001:db8:1:2::/64');
  expect(await from('192.0.2.7', { ...credentialsOf(mfa), otp: '000000' })).toBe('192.0.2.7');
  expect(await from('192.0.2.7', credentialsOf(mfa))).toBeUndefined();
  expect(
    await from('192.0.2.7', { ...credentialsOf(mfa), otp: codeOf(mfa, server) }),
  ).toBeUndefined();
  for (const text of ['unknown', 'évil', '192.0.2.7/64', 'x/64'])
    expect(await from(text, unknown)).toBe('127.0.0.1');
  const forged = '"event":"login_failed","reason":"wrong_password","client":"198.51.100.1"@example';
  expect(await from('192.0.2.7', { identity: forged, ...wrong })).toBe('192.0.2.7');
  // Any page of the web can make a browser send so many.
  for (let sent = 0; sent <= 60; sent += 1) expect(await from('192.0.2.8', {})).toBeUndefined();
  expect(logins(server).at(-1)).toMatchObject({ reason: 'rate_limited', client: '192.0.2.8' });
  await server.close();
});
