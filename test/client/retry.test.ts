import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  generate,
  generated,
  loggedIn,
  login,
  rejection,
  revoke,
  revoked,
  type Scripted,
  silence,
} from './fake-service.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const accessToken = 'a';
const lost = () => new TypeError('fetch failed');
const html = (status: number) => () => Promise.resolve(new Response('<html></html>', { status }));
const busy = (seconds?: number) =>
  rejection(503, 'unavailable', seconds === undefined ? {} : { 'Retry-After': `${seconds}` });

/** The result of a call, and how long it took in milliseconds. */
async function timed<T>(call: Promise<T>): Promise<readonly [T, number]> {
  const start = Date.now();
  const result = call.then((value) => [value, Date.now() - start] as const);
  await vi.runAllTimersAsync();
  return result;
}

describe('a revocation', () => {
  test.each<[string, Scripted]>([
    ['no response', lost()],
    ['an error page of a gateway', html(502)],
    ['an unreadable success', html(200)],
    ['an internal error', rejection(500, 'internal_error')],
    ['a service that is unavailable', busy()],
    ['too many requests', rejection(429, 'rate_limited')],
    ['a request that arrived too slowly', rejection(408, 'request_timeout')],
  ])('is sent again after %s', async (_name, first) => {
    const { client, sent } = clientOf([first, revoked()]);
    const [result] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(result).toMatchObject({ ok: true });
    expect(sent()).toEqual([revoke, revoke]);
  });

  test.each([
    [404, 'key_not_found'],
    [400, 'validation_failed'],
    [401, 'token_invalid'],
  ])('is not sent again after %i %s', async (code, reason) => {
    const { client, sent } = clientOf([rejection(code, reason)]);
    const [result] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(result).toMatchObject({ failure: { reason } });
    expect(sent()).toEqual([revoke]);
  });

  test('ends after two retries, or after `retries`', async () => {
    const script = () => Array.from({ length: 9 }, lost);
    const standard = clientOf(script());
    await timed(standard.client.result.revokeApiKey('key_1', { accessToken }));
    expect(standard.sent()).toHaveLength(3);

    const five = clientOf(script(), { retries: 5 });
    await timed(five.client.result.revokeApiKey('key_1', { accessToken }));
    expect(five.sent()).toHaveLength(6);
  });
});

describe('a generation', () => {
  test.each<[string, Scripted]>([
    ['no response', lost()],
    ['an error page of a gateway', html(503)],
    ['an unreadable success', html(200)],
    ['an internal error', rejection(500, 'internal_error')],
    ['too many keys', rejection(409, 'key_limit_reached')],
  ])('is not sent again after %s', async (_name, first) => {
    const { client, sent } = clientOf([first, generated()]);
    const [result] = await timed(client.result.generateApiKey({}, { accessToken }));
    expect(result).toMatchObject({ ok: false });
    expect(sent()).toEqual([generate]);
  });

  test('is not sent again after a timeout', async () => {
    const { client, sent } = clientOf([silence, generated()]);
    const [result] = await timed(client.result.generateApiKey({}, { accessToken }));
    expect(result).toMatchObject({ failure: { reason: 'timed_out' } });
    expect(sent()).toEqual([generate]);
  });

  test.each<[string, Scripted]>([
    ['too many requests', rejection(429, 'rate_limited')],
    ['a service that is unavailable', busy()],
  ])('is sent again when an envelope says that it was rejected: %s', async (_name, first) => {
    const { client, sent } = clientOf([first, generated()]);
    const [result] = await timed(client.result.generateApiKey({}, { accessToken }));
    expect(result).toMatchObject({ ok: true });
    expect(sent()).toEqual([generate, generate]);
  });
});

describe('a login', () => {
  test('is sent again when it was rejected', async () => {
    const { client, sent } = clientOf([busy(), loggedIn()]);
    await timed(client.login({ identity: 'ada@example.com', password: 'x' }));
    expect(sent()).toEqual([login, login]);
  });

  test('is never sent again with a one-time code', async () => {
    const { client, sent } = clientOf([busy(), loggedIn()]);
    await timed(client.result.login({ identity: 'ada@example.com', password: 'x', otp: '492039' }));
    expect(sent()).toEqual([login]);
  });
});

describe('the pause', () => {
  const pauseAfter = async (failures: readonly Scripted[], random: number, retries = failures.length) => {
    const { client } = clientOf([...failures, revoked()], { retries, random: () => random });
    const [, milliseconds] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    return milliseconds;
  };

  test('doubles, and is multiplied by a random number', async () => {
    expect(await pauseAfter([lost()], 1)).toBe(250);
    expect(await pauseAfter([lost()], 0.5)).toBe(125);
    expect(await pauseAfter([lost(), lost(), lost()], 1)).toBe(250 + 500 + 1000);
  });

  test('is at most ten seconds', async () => {
    const seven = await pauseAfter(Array.from({ length: 7 }, lost), 1);
    expect((await pauseAfter(Array.from({ length: 8 }, lost), 1)) - seven).toBe(10_000);
  });

  test('begins when Retry-After ends', async () => {
    expect(await pauseAfter([busy(7)], 0)).toBe(7000);
    expect(await pauseAfter([busy(7)], 1)).toBe(7250);
  });

  test('does not begin when Retry-After is over a minute', async () => {
    const { client, sent } = clientOf([busy(61), revoked()]);
    const [result, milliseconds] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(result).toMatchObject({ failure: { reason: 'unavailable', retryAfter: 61 } });
    expect(milliseconds).toBe(0);
    expect(sent()).toEqual([revoke]);
  });
});
