import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  generate,
  generated,
  loggedIn,
  login,
  refusal,
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
  refusal(503, 'unavailable', seconds === undefined ? {} : { 'Retry-After': `${seconds}` });

/** The answer, and the milliseconds that it took. */
async function timed<T>(call: Promise<T>): Promise<readonly [T, number]> {
  const start = Date.now();
  const answer = call.then((value) => [value, Date.now() - start] as const);
  await vi.runAllTimersAsync();
  return answer;
}

describe('a revocation', () => {
  test.each<[string, Scripted]>([
    ['no answer', lost()],
    ['an error page of a gateway', html(502)],
    ['a success that cannot be read', html(200)],
    ['an internal error', refusal(500, 'internal_error')],
    ['a service that is not available', busy()],
    ['too many requests', refusal(429, 'rate_limited')],
    ['a request that came too slowly', refusal(408, 'request_timeout')],
  ])('is sent again after %s', async (_name, first) => {
    const { client, asked } = clientOf([first, revoked()]);
    const [answer] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(answer).toMatchObject({ ok: true });
    expect(asked()).toEqual([revoke, revoke]);
  });

  test.each([
    [404, 'key_not_found'],
    [400, 'validation_failed'],
    [401, 'token_invalid'],
  ])('is not sent again after %i %s', async (code, reason) => {
    const { client, asked } = clientOf([refusal(code, reason)]);
    const [answer] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(answer).toMatchObject({ failure: { reason } });
    expect(asked()).toEqual([revoke]);
  });

  test('is given up after two more attempts, or as many as were asked for', async () => {
    const script = () => Array.from({ length: 9 }, lost);
    const usual = clientOf(script());
    await timed(usual.client.result.revokeApiKey('key_1', { accessToken }));
    expect(usual.asked()).toHaveLength(3);

    const stubborn = clientOf(script(), { retries: 5 });
    await timed(stubborn.client.result.revokeApiKey('key_1', { accessToken }));
    expect(stubborn.asked()).toHaveLength(6);
  });
});

describe('a generation', () => {
  test.each<[string, Scripted]>([
    ['no answer', lost()],
    ['an error page of a gateway', html(503)],
    ['a success that cannot be read', html(200)],
    ['an internal error', refusal(500, 'internal_error')],
    ['too many keys', refusal(409, 'key_limit_reached')],
  ])('is not sent again blindly after %s', async (_name, first) => {
    const { client, asked } = clientOf([first, generated()]);
    const [answer] = await timed(client.result.generateApiKey({}, { accessToken }));
    expect(answer).toMatchObject({ ok: false });
    expect(asked()).toEqual([generate]);
  });

  test('is not sent again after a time-out', async () => {
    const { client, asked } = clientOf([silence, generated()]);
    const [answer] = await timed(client.result.generateApiKey({}, { accessToken }));
    expect(answer).toMatchObject({ failure: { reason: 'timed_out' } });
    expect(asked()).toEqual([generate]);
  });

  test.each<[string, Scripted]>([
    ['too many requests', refusal(429, 'rate_limited')],
    ['a service that is not available', busy()],
  ])('is sent again when an envelope says that it was turned away: %s', async (_name, first) => {
    const { client, asked } = clientOf([first, generated()]);
    const [answer] = await timed(client.result.generateApiKey({}, { accessToken }));
    expect(answer).toMatchObject({ ok: true });
    expect(asked()).toEqual([generate, generate]);
  });
});

describe('a login', () => {
  test('is sent again when it was turned away', async () => {
    const { client, asked } = clientOf([busy(), loggedIn()]);
    await timed(client.login({ identity: 'ada@example.com', password: 'x' }));
    expect(asked()).toEqual([login, login]);
  });

  test('is never sent again with its one-time code', async () => {
    const { client, asked } = clientOf([busy(), loggedIn()]);
    await timed(client.result.login({ identity: 'ada@example.com', password: 'x', otp: '492039' }));
    expect(asked()).toEqual([login]);
  });
});

describe('the pause', () => {
  const pauseAfter = async (failures: readonly Scripted[], random: number, retries = failures.length) => {
    const { client } = clientOf([...failures, revoked()], { retries, random: () => random });
    const [, milliseconds] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    return milliseconds;
  };

  test('doubles, and is drawn at random below that', async () => {
    expect(await pauseAfter([lost()], 1)).toBe(250);
    expect(await pauseAfter([lost()], 0.5)).toBe(125);
    expect(await pauseAfter([lost(), lost(), lost()], 1)).toBe(250 + 500 + 1000);
  });

  test('is ten seconds at the longest', async () => {
    const seven = await pauseAfter(Array.from({ length: 7 }, lost), 1);
    expect((await pauseAfter(Array.from({ length: 8 }, lost), 1)) - seven).toBe(10_000);
  });

  test('begins when the time ends that the service asked for', async () => {
    expect(await pauseAfter([busy(7)], 0)).toBe(7000);
    expect(await pauseAfter([busy(7)], 1)).toBe(7250);
  });

  test('of over a minute is for the caller to wait', async () => {
    const { client, asked } = clientOf([busy(61), revoked()]);
    const [answer, milliseconds] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(answer).toMatchObject({ failure: { reason: 'unavailable', retryAfter: 61 } });
    expect(milliseconds).toBe(0);
    expect(asked()).toEqual([revoke]);
  });
});
