import { expect, test, vi } from 'vitest';
import { defaultRateLimits } from '../../../server/config/config.ts';
import { Problem } from '../../../server/http/problem.ts';
import { generate, logIn, paths, revoke } from '../../support/http/call-operations.ts';
import { connectionForTest } from '../../support/http/raw-connection.ts';
import { encode, sendRequest } from '../../support/http/send-request.ts';
import type { ApiResponse } from '../../support/http/validate-response.ts';
import { seconds } from '../../support/server/clock.ts';
import { tamper, temporaryDatabase } from '../../support/server/database.ts';
import { addCaller, addPerson, credentialsOf } from '../../support/server/people.ts';
import { appForTest } from '../../support/server/test-app.ts';
import { serverForFile, serverForTest, type TestServer } from '../../support/server/test-server.ts';

const nobodysKey = 'key_0000000000000000000000';
const server = await serverForFile({ rateLimits: true });

/** Sends so many requests, none of which may be rate-limited. */
async function expectNotRateLimited(
  count: number,
  send: (index: number) => Promise<ApiResponse>,
): Promise<void> {
  for (let index = 0; index < count; index += 1)
    expect((await send(index)).reason).not.toBe('rate_limited');
}

async function expectRateLimited(
  response: Promise<ApiResponse>,
  retryAfter: number,
): Promise<void> {
  const { reason, header } = await response;
  expect({ reason, retryAfter: header('retry-after') }).toEqual({
    reason: 'rate_limited',
    retryAfter: String(retryAfter),
  });
}

function headersOf({ header }: Pick<ApiResponse, 'header'>) {
  return { limit: header('ratelimit'), policy: header('ratelimit-policy') };
}

const none = { limit: undefined, policy: undefined };
const ofGenerations = (remaining: number, reset: number, quota = 60) => ({
  limit: `"generateApiKey";r=${remaining};t=${reset}`,
  policy: `"generateApiKey";q=${quota};w=60`,
});

/** Reads `r` and `t` of `RateLimit`. */
function left({ header }: ApiResponse): readonly [r: number, t: number] {
  const [, r, t] = /^"\w+";r=(\d+);t=(\d+)$/.exec(header('ratelimit') ?? '') ?? [];
  return [Number(r), Number(t)];
}

test('a user can generate 60 keys per minute, each response says how many are left, and others are not affected', async () => {
  const [{ token }, { token: another }] = [await addCaller(server), await addCaller(server)];
  expect(headersOf(await generate(server, token))).toEqual(ofGenerations(59, 60));
  server.clock.advance(seconds(14.5));
  expect(left(await generate(server, token))).toEqual([58, 46]);
  server.clock.advance(seconds(0.5));
  for (let remaining = 57; remaining >= 0; remaining -= 1)
    expect(left(await generate(server, token, { description: 1 }))[0]).toBe(remaining);
  for (let count = 0; count < 2; count += 1) {
    const rejected = generate(server, token);
    await expectRateLimited(rejected, 45);
    expect(left(await rejected)).toEqual([0, 45]);
  }
  expect(left(await generate(server, another))).toEqual([59, 60]);
  expect((await revoke(server, token, nobodysKey)).reason).toBe('key_not_found');

  server.clock.advance(seconds(44.5));
  await expectRateLimited(generate(server, token), 1);
  server.clock.advance(seconds(0.5));
  expect(left(await generate(server, token))).toEqual([59, 60]);
});

test('requests in a full window do not ask the database, until the window ends', async () => {
  const full = await serverForTest({ rateLimits: true });
  const { token } = await addCaller(full);
  await expectNotRateLimited(60, () => generate(full, token));
  await expectRateLimited(generate(full, token), 60);
  await tamper(full.database, 'delete from rate_limits');
  full.clock.advance(seconds(59.9));
  await expectRateLimited(generate(full, token), 1);
  full.clock.advance(seconds(0.1));
  expect(left(await generate(full, token))).toEqual([59, 60]);
  await expectNotRateLimited(59, () => generate(full, token));
  await expectRateLimited(generate(full, token), 60);
  full.clock.advance(-seconds(86_400));
  await expectNotRateLimited(1, () => generate(full, token));
});

test('requests of one user are counted one after the other, and do not wait for those of others', async () => {
  const own = await serverForTest({ rateLimits: true });
  const tokens = [await addCaller(own), await addCaller(own)].map(({ token }) => token);
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const { together } = own.store.rateLimits;
  const counting = vi.spyOn(own.store.rateLimits, 'together').mockImplementation(async (work) => {
    await begun;
    return together(work);
  });
  const responses = tokens.flatMap((token) =>
    Array.from({ length: 10 }, () => generate(own, token)),
  );
  // By the time of its response, the server has received those before it.
  await sendRequest(own, { target: '/nothing' });
  await expect.poll(() => counting.mock.calls.length).toBe(2);
  begin();
  for (const response of responses) expect((await response).httpStatus).toBe(200);
  expect(counting).toHaveBeenCalledTimes(20);
});

test('a network has at most 256 requests at once, also of clients that have left', async () => {
  let finish = () => {};
  const finished = new Promise<undefined>((resolve) => (finish = () => resolve(undefined)));
  const app = await appForTest(async () => ({}), { countRequest: () => finished });
  const request = { target: paths.generate, token: 'any' };
  for (let count = 1; count <= 256; count += 1) {
    const connection = connectionForTest(app.port);
    connection.write(encode(request));
    await app.received(count);
    connection.reset();
  }
  await expectRateLimited(sendRequest(app, request), 1);
  expect((await sendRequest(app, { target: '/nothing' })).reason).toBe('not_found');
  finish();
  await expect.poll(async () => (await sendRequest(app, request)).reason).toBe('internal_error');
});

test('eight tokens are looked up at once, those of each network in turn, and all when they are stuck', async () => {
  const tokens: string[] = [];
  const finish: (() => void)[] = [];
  const app = await appForTest(async () => ({}), {
    trustedHops: 1,
    findCaller: (token) => {
      tokens.push(token);
      return new Promise((resolve) => finish.push(() => resolve(undefined)));
    },
  });
  const send = (token: string, address: string) =>
    connectionForTest(app.port).write(
      encode({ target: paths.generate, token, headers: [['X-Forwarded-For', address]] }),
    );
  for (let nth = 0; nth < 20; nth += 1) send('one', '192.0.2.1');
  await app.received(20);
  send('another', '192.0.2.2');
  await app.received(21);
  expect(tokens).toHaveLength(8);
  for (const end of finish.splice(0, 2)) end();
  await expect.poll(() => tokens).toHaveLength(10);
  expect(tokens.at(-1)).toBe('another');
  await expect.poll(() => tokens).toHaveLength(21);
});

test('the rate limit comes after 401, and before the body is read', async () => {
  const { token } = await addCaller(server);
  await expectNotRateLimited(60, () => generate(server, token, { description: 1 }));
  await expectRateLimited(generate(server, token, '{'.repeat(17_000)), 60);
  await expectRateLimited(sendRequest(server, { target: paths.generate, token, body: '{' }), 60);
  expect((await generate(server, undefined, '{')).reason).toBe('token_missing');
  expect((await generate(server, `${token}x`, '{')).reason).toBe('token_invalid');
});

test('an address can log in 60 times per minute, with any identities, whatever X-Forwarded-For says', async () => {
  const server = await serverForTest({ rateLimits: true });
  const credentials = credentialsOf(await addPerson(server));
  await expectNotRateLimited(60, (index) =>
    logIn(server, { identity: `person${index}@example.com` }, `192.0.2.${index}`),
  );
  await expectRateLimited(logIn(server, credentials, '203.0.113.1'), 60);
  await expectRateLimited(logIn(server, '{'), 60);
  server.clock.advance(seconds(60));
  expect((await logIn(server, credentials)).httpStatus).toBe(200);
});

const from = (server: TestServer, forwardedFor: string) =>
  logIn(server, { identity: 'nobody@example.com' }, forwardedFor);

test('X-Forwarded-For is used for the configured number of hops', async () => {
  const server = await serverForTest({ rateLimits: true, config: { trustedHops: 1 } });
  await expectNotRateLimited(60, (index) => from(server, `192.0.2.${index}, 203.0.113.1`));
  await expectRateLimited(from(server, '203.0.113.1'), 60);
  await expectRateLimited(from(server, '203.0.113.2, 203.0.113.1'), 60);
  for (const mapped of [
    '::ffff:203.0.113.1',
    '::FFFF:cb00:7101',
    '0:0:0:0:0:ffff:203.0.113.1',
    '64:ff9b::cb00:7101',
  ])
    await expectRateLimited(from(server, mapped), 60);
  expect((await from(server, '203.0.113.1, 203.0.113.2')).reason).toBe('password_required');
});

test('an IPv6 network counts as one address, and a port after an address, which some proxies add, is not part of it', async () => {
  const server = await serverForTest({ rateLimits: true, config: { trustedHops: 1 } });
  await expectNotRateLimited(60, (index) => from(server, `203.0.113.1:${40_000 + index}`));
  await expectRateLimited(from(server, '203.0.113.1'), 60);
  await expectNotRateLimited(30, (index) => from(server, `[2001:db8:0:1::1]:${40_000 + index}`));
  await expectNotRateLimited(30, (index) => from(server, `2001:db8:0:1::${index.toString(16)}`));
  await expectRateLimited(from(server, '2001:0db8::1:ffff:0:0:1'), 60);
  expect((await from(server, '2001:db8:0:2::1')).reason).toBe('password_required');
});

test.each([
  ['malformed_request', { target: paths.generate, body: '{' }],
  ['body_too_large', { target: paths.generate, body: ' '.repeat(16_385) }],
  ['key_not_found', { method: 'DELETE', target: paths.revoke(nobodysKey) }],
] as const)('a request that fails counts too: %s', async (reason, request) => {
  const { token } = await addCaller(server);
  const [before] = left(await sendRequest(server, { ...request, token }));
  const failed = await sendRequest(server, { ...request, token });
  expect(failed.reason).toBe(reason);
  expect(left(failed)).toEqual([before - 1, 60]);
});

test.each([
  ['internal_error', new Error('a bug')],
  ['unavailable', new Problem('unavailable')],
  ['key_limit_reached', new Problem('key_limit_reached')],
] as const)('a failure of the operation says what is left too: %s', async (reason, error) => {
  const quota = { limit: 60, windowSeconds: 60, remaining: 7, resetSeconds: 30, exceeded: false };
  const app = await appForTest(() => Promise.reject(error), { countRequest: async () => quota });
  const failed = await generate(app, 'aat_any');
  expect(failed.reason).toBe(reason);
  expect(headersOf(failed)).toEqual(ofGenerations(7, 30));
});

test('without a known caller, or without an operation, has no such headers', async () => {
  const { token } = await addCaller(server);
  const responses = [
    await generate(server, undefined),
    await generate(server, `${token}x`),
    await sendRequest(server, { target: '/v1/security/apikey', token }),
    await sendRequest(server, { method: 'GET', target: paths.generate, token }),
    await revoke(server, token, 'x'.repeat(2100)),
  ];
  expect(responses.map(({ httpStatus }) => httpStatus)).toEqual([401, 401, 404, 405, 414]);
  for (const response of responses) expect(headersOf(response)).toEqual(none);
});

test('a login does not say what is left, whatever its outcome', async () => {
  const own = await serverForTest({ rateLimits: true });
  const credentials = credentialsOf(await addPerson(own));
  const responses = [await logIn(own, credentials), await logIn(own, {}), await logIn(own, '{')];
  for (let count = 0; count < 60; count += 1)
    responses.push(await logIn(own, { ...credentials, password: 'wrong' }));
  expect(new Set(responses.map(({ httpStatus }) => httpStatus))).toEqual(
    new Set([200, 400, 401, 429]),
  );
  for (const response of responses) expect(headersOf(response)).toEqual(none);
});

test('a limit that was lowered since the window began leaves none, never less', async () => {
  const config = await temporaryDatabase();
  const before = await serverForTest({ rateLimits: true, config });
  const { token } = await addCaller(before);
  for (let count = 0; count < 5; count += 1) await generate(before, token);
  const requestsPerMinute = { ...defaultRateLimits.requestsPerMinute, generateApiKey: 3 };
  const after = await serverForTest({
    rateLimits: { ...defaultRateLimits, requestsPerMinute },
    config,
  });
  const rejected = await generate(after, token);
  expect(rejected.reason).toBe('rate_limited');
  expect(headersOf(rejected)).toEqual(ofGenerations(0, 60, 3));
});

test('the clocks of two processes may differ by seconds, and one that is set back further starts a new window', async () => {
  const own = await serverForTest({ rateLimits: true });
  const { token } = await addCaller(own);
  await revoke(own, token, nobodysKey);
  await expectNotRateLimited(59, () => logIn(own, { identity: 'a@b' }));
  await expectRateLimited(logIn(own, { identity: 'a@b' }), 60);
  own.clock.advance(seconds(-3));
  expect(left(await revoke(own, token, nobodysKey))).toEqual([118, 63]);
  own.clock.advance(seconds(-1797));
  // No window is longer than it may be.
  expect(left(await revoke(own, token, nobodysKey))).toEqual([119, 60]);
  expect((await logIn(own, { identity: 'a@b' })).reason).toBe('password_required');
});

test('without rate limits nothing is counted, and there are no such headers', async () => {
  const own = await serverForTest();
  await expectNotRateLimited(70, () => from(own, '192.0.2.1'));
  expect(headersOf(await generate(own, (await addCaller(own)).token))).toEqual(none);
});
