import { expect, test } from 'vitest';
import { generate, logIn, paths, revoke } from '../../support/http/call-operations.ts';
import { sendRequest } from '../../support/http/send-request.ts';
import {
  addCaller,
  addPerson,
  addPersonWithMfa,
  codeOf,
  credentialsOf,
} from '../../support/server/people.ts';
import { serverForTest } from '../../support/server/test-server.ts';

const serverWithLimits = (trustedHops = 0) =>
  serverForTest({ config: { rateLimits: true, trustedHops } });

/** Logs in without a password, which costs no verification. */
const logInFrom = (server: { readonly port: number }, address: string) =>
  sendRequest(server, {
    target: paths.login,
    headers: [['X-Forwarded-For', address]],
    body: { identity: 'a@b' },
  });

test('a user can generate 60 keys per minute, each response says how many are left, and others are not affected', async () => {
  const server = await serverWithLimits();
  const { token } = await addCaller(server);
  for (let left = 59; left >= 0; left -= 1) {
    const response = await generate(server, token);
    expect(response.header('ratelimit')).toMatch(new RegExp(`^"generateApiKey";r=${left};t=\\d+$`));
    expect(response.header('ratelimit-policy')).toBe('"generateApiKey";q=60;w=60');
  }
  const rejected = await generate(server, token);
  expect(rejected.reason).toBe('rate_limited');
  expect(Number(rejected.header('retry-after'))).toBeGreaterThan(0);
  expect(rejected.header('ratelimit')).toContain('r=0;');

  expect((await revoke(server, token, 'key_0000000000000000000000')).reason).toBe('key_not_found');
  expect((await generate(server, (await addCaller(server)).token)).httpStatus).toBe(200);
});

test('the rate limit comes after 401, and before the body is read', async () => {
  const server = await serverWithLimits();
  const { token } = await addCaller(server);
  for (let count = 0; count < 60; count += 1) await generate(server, token);
  expect((await generate(server, token, '{')).reason).toBe('rate_limited');
  expect((await generate(server, undefined, '{')).reason).toBe('token_missing');
});

test('an address can log in 60 times per minute, whatever X-Forwarded-For says without a trusted proxy', async () => {
  const server = await serverWithLimits();
  for (let count = 0; count < 60; count += 1) {
    expect((await logInFrom(server, `192.0.2.${count}`)).reason).toBe('password_required');
  }
  const rejected = await logInFrom(server, '192.0.2.200');
  expect(rejected.reason).toBe('rate_limited');
  expect(rejected.header('ratelimit')).toBeUndefined();
});

test('behind a trusted proxy each network has its own limit, and a /64 of IPv6 is one', async () => {
  const server = await serverWithLimits(1);
  for (let count = 0; count < 60; count += 1) {
    await logInFrom(server, `203.0.113.1, 2001:db8:0:1::${count}`);
  }
  expect((await logInFrom(server, '2001:db8:0:1:ffff::1')).reason).toBe('rate_limited');
  expect((await logInFrom(server, '2001:db8:0:2::1')).reason).toBe('password_required');
});

test('after five wrong passwords from a network, the right one is rejected before it is verified', async () => {
  const server = await serverWithLimits(1);
  const person = await addPerson(server);
  const logInWith = (password: string, address: string) =>
    sendRequest(server, {
      target: paths.login,
      headers: [['X-Forwarded-For', address]],
      body: { identity: person.identity, password },
    });
  const wrong = Array.from({ length: 20 }, () => logInWith('wrong', '192.0.2.1'));
  const reasons = (await Promise.all(wrong)).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === 'invalid_credentials')).toHaveLength(5);
  expect((await logInWith(person.password, '192.0.2.1')).reason).toBe('rate_limited');
  expect((await logInWith(person.password, '192.0.2.2')).httpStatus).toBe(200);
});

test('a right password without its code, and a login, count as no failure', async () => {
  const server = await serverWithLimits();
  const person = await addPersonWithMfa(server);
  for (let count = 0; count < 7; count += 1) {
    expect((await logIn(server, credentialsOf(person))).reason).toBe('otp_required');
  }
  const otp = codeOf(person, server);
  expect((await logIn(server, { ...credentialsOf(person), otp })).httpStatus).toBe(200);
});

test('after twenty wrong codes of an identity, from all networks, even the right one is rejected', async () => {
  const server = await serverWithLimits(1);
  const person = await addPersonWithMfa(server);
  const logInWith = (otp: string, address: string) =>
    sendRequest(server, {
      target: paths.login,
      headers: [['X-Forwarded-For', address]],
      body: { ...credentialsOf(person), otp },
    });
  for (let count = 0; count < 20; count += 1) {
    expect((await logInWith('wrong', `192.0.2.${count}`)).reason).toBe('otp_invalid');
  }
  expect((await logInWith(codeOf(person, server), '192.0.2.99')).reason).toBe('rate_limited');
});
