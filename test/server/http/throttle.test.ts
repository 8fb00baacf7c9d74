import { expect, test } from 'vitest';
import { generate, logIn, paths, revoke, tokenOf } from '../../support/http/call-operations.ts';
import { sendRequest } from '../../support/http/send-request.ts';
import type { ApiResponse } from '../../support/http/validate-response.ts';
import { seconds } from '../../support/server/clock.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForTest, type TestServer } from '../../support/server/test-server.ts';

const nobodysKey = 'key_0000000000000000000000';

/** Sends so many requests, none of which may be rate-limited. */
async function expectNotRateLimited(
  count: number,
  send: (index: number) => Promise<ApiResponse>,
): Promise<void> {
  for (let index = 0; index < count; index += 1) expect((await send(index)).reason).not.toBe('rate_limited');
}

async function expectRateLimited(response: Promise<ApiResponse>, retryAfter: number): Promise<void> {
  const { reason, header } = await response;
  expect({ reason, retryAfter: header('retry-after') }).toEqual({
    reason: 'rate_limited',
    retryAfter: String(retryAfter),
  });
}

async function tokenOn(server: TestServer): Promise<string> {
  return tokenOf(server, credentialsOf(await addPerson(server)));
}

test('a user can generate 60 keys per minute, and other users are not affected', async () => {
  const server = await serverForTest({ rateLimits: true });
  const [token, another] = [await tokenOn(server), await tokenOn(server)];
  await generate(server, token);
  server.clock.advance(seconds(15));
  await expectNotRateLimited(59, () => generate(server, token, { description: 1 }));
  await expectRateLimited(generate(server, token), 45);
  expect((await generate(server, another)).httpStatus).toBe(200);
  expect((await revoke(server, token, nobodysKey)).reason).toBe('key_not_found');

  server.clock.advance(seconds(44.5));
  await expectRateLimited(generate(server, token), 1);
  server.clock.advance(seconds(0.5));
  expect((await generate(server, token)).httpStatus).toBe(200);
});

test('a user can revoke 120 times per minute', async () => {
  const server = await serverForTest({ rateLimits: true });
  const token = await tokenOn(server);
  await expectNotRateLimited(120, () => revoke(server, token, nobodysKey));
  await expectRateLimited(revoke(server, token, nobodysKey), 60);
  server.clock.advance(seconds(60));
  expect((await revoke(server, token, nobodysKey)).reason).toBe('key_not_found');
});

test('the rate limit comes after 401, and before the body is read', async () => {
  const server = await serverForTest({ rateLimits: true });
  const token = await tokenOn(server);
  await expectNotRateLimited(60, () => generate(server, token, { description: 1 }));
  await expectRateLimited(generate(server, token, '{'.repeat(17_000)), 60);
  await expectRateLimited(sendRequest(server, { target: paths.generate, token, body: '{' }), 60);
  expect((await generate(server, undefined, '{')).reason).toBe('token_missing');
  expect((await generate(server, `${token}x`, '{')).reason).toBe('token_invalid');
});

test('an address can log in 60 times per minute, with any identities', async () => {
  const server = await serverForTest({ rateLimits: true });
  const credentials = credentialsOf(await addPerson(server));
  await expectNotRateLimited(60, (index) => logIn(server, { identity: `person${index}@example.com` }));
  await expectRateLimited(logIn(server, credentials), 60);
  await expectRateLimited(logIn(server, '{'), 60);
  server.clock.advance(seconds(60));
  expect((await logIn(server, credentials)).httpStatus).toBe(200);
});

test('a clock that is set back does not make anyone wait longer', async () => {
  const server = await serverForTest({ rateLimits: true });
  await expectNotRateLimited(60, () => logIn(server, { identity: 'a@b' }));
  server.clock.advance(seconds(-86_400));
  expect((await logIn(server, { identity: 'a@b' })).reason).toBe('password_required');
});

const from = (server: TestServer, forwardedFor: string) =>
  sendRequest(server, {
    target: paths.login,
    headers: [['X-Forwarded-For', forwardedFor]],
    body: { identity: 'nobody@example.com' },
  });

test('X-Forwarded-For is ignored by default', async () => {
  const server = await serverForTest({ rateLimits: true });
  await expectNotRateLimited(60, (index) => from(server, `192.0.2.${index}`));
  await expectRateLimited(from(server, '203.0.113.1'), 60);
});

test('X-Forwarded-For is used for the configured number of hops', async () => {
  const server = await serverForTest({ rateLimits: true, config: { trustedHops: 1 } });
  await expectNotRateLimited(60, (index) => from(server, `192.0.2.${index}, 203.0.113.1`));
  await expectRateLimited(from(server, '203.0.113.1'), 60);
  await expectRateLimited(from(server, '203.0.113.2, 203.0.113.1'), 60);
  await expectRateLimited(from(server, '::ffff:203.0.113.1'), 60);
  expect((await from(server, '203.0.113.1, 203.0.113.2')).reason).toBe('password_required');
});

test('an IPv6 network counts as one address', async () => {
  const server = await serverForTest({ rateLimits: true, config: { trustedHops: 1 } });
  await expectNotRateLimited(60, (index) => from(server, `2001:db8:0:1::${index.toString(16)}`));
  await expectRateLimited(from(server, '2001:0db8::1:ffff:0:0:1'), 60);
  expect((await from(server, '2001:db8:0:2::1')).reason).toBe('password_required');
});

test('without rate limits nothing is counted', async () => {
  const server = await serverForTest();
  await expectNotRateLimited(70, () => from(server, '192.0.2.1'));
});

test('a port after the address, which some proxies add, does not make it another address', async () => {
  const server = await serverForTest({ rateLimits: true, config: { trustedHops: 1 } });
  await expectNotRateLimited(60, (index) => from(server, `203.0.113.1:${40_000 + index}`));
  await expectRateLimited(from(server, '203.0.113.1'), 60);
  await expectNotRateLimited(60, (index) => from(server, `[2001:db8:0:1::1]:${40_000 + index}`));
  await expectRateLimited(from(server, '2001:db8:0:1::2'), 60);
});
