import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeTimers } from '../support/server/clock.ts';
import {
  clientOf,
  credentials,
  generated,
  loggedIn,
  rejection,
  revoked,
  silence,
  timed,
} from './fake.ts';

beforeEach(() => fakeTimers());

const accessToken = 'a';
const stalled = async () => new Response(new ReadableStream());

test.each([
  ['a server that does not respond', silence, 'No response from http://service.test'],
  ['a response that does not end', stalled, 'The response did not end'],
])('%s times out', async (_name, first, missing) => {
  const { client, requests } = clientOf([first], { timeout: 3000, retries: 0 });
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(2999);
  expect(requests[0]?.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  const message = `${missing} within 3000 ms`;
  expect(await call).toMatchObject({ failure: { reason: 'timed_out', message } });
  expect(requests[0]?.signal.aborted).toBe(true);
});

test('the default timeout is ten seconds', async () => {
  const { client } = clientOf([silence], { retries: 0 });
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await call).toMatchObject({
    failure: { message: 'No response from http://service.test within 10000 ms' },
  });
});

test('the timeout applies to each attempt', async () => {
  const { client, sent } = clientOf([silence, silence, revoked()], { timeout: 3000 });
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(6010);
  expect(await call).toMatchObject({ ok: true });
  expect(sent()).toEqual(['DELETE key_1', 'DELETE key_1', 'DELETE key_1']);
});

describe('the total timeout', () => {
  const busy = (seconds: number) => () =>
    Promise.resolve(rejection(503, 'unavailable', { 'Retry-After': `${seconds}` }));
  const slowly = (response: () => Response) => () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(response()), 900));

  test('ends the attempt that exceeds it', async () => {
    const { client, sent, requests } = clientOf([silence, silence], {
      timeout: 3000,
      totalTimeout: 5000,
    });
    const [result, took] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(result).toMatchObject({
      failure: {
        reason: 'timed_out',
        message: 'No response from http://service.test within 2000 ms',
      },
    });
    expect(took).toBe(5000);
    expect(sent()).toEqual(['DELETE key_1', 'DELETE key_1']);
    expect(requests[1]?.signal.aborted).toBe(true);
  });

  test.each([
    ['returns the failure at once when a pause would exceed it', [4], 0],
    ['counts the pauses before', [2, 2], 2000],
  ])('%s', async (_what, pauses, end) => {
    const { client, sent } = clientOf([...pauses.map(busy), revoked()], { totalTimeout: 4000 });
    const [result, took] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(result).toMatchObject({ failure: { reason: 'unavailable', retryAfter: pauses[0] } });
    expect(took).toBe(end);
    expect(sent()).toEqual(pauses.map(() => 'DELETE key_1'));
  });

  test('is a minute by default, or the timeout of an attempt if that is longer', async () => {
    const standard = clientOf(Array(9).fill(silence), { retries: 8 });
    const [, took] = await timed(standard.client.result.revokeApiKey('key_1', { accessToken }));
    expect(took).toBe(60_000);
    const patient = clientOf([silence], { retries: 8, timeout: 90_000 });
    const [, tookLonger] = await timed(
      patient.client.result.revokeApiKey('key_1', { accessToken }),
    );
    expect(tookLonger).toBe(90_000);
  });

  test('may be infinite, as may be the timeout of an attempt', async () => {
    const { client } = clientOf([slowly(revoked)], { timeout: Infinity, totalTimeout: Infinity });
    const [result] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(result).toMatchObject({ ok: true });
  });

  test('includes the automatic login', async () => {
    const script = [slowly(loggedIn), slowly(generated)];
    const { client, sent } = clientOf(script, { credentials, totalTimeout: 1500 });
    const [result, took] = await timed(client.result.generateApiKey());
    expect(result).toMatchObject({ failure: { reason: 'timed_out' } });
    expect(took).toBe(1500);
    expect(sent()).toEqual(['POST login', 'POST generate']);
  });

  test('includes a second login, after the server rejected the token', async () => {
    const script = [loggedIn(), slowly(() => rejection(401, 'token_invalid')), slowly(loggedIn)];
    const { client, sent } = clientOf(script, { credentials, totalTimeout: 1500 });
    const [result, took] = await timed(client.result.generateApiKey());
    expect(result).toMatchObject({
      failure: { reason: 'timed_out', message: 'No login within 1500 ms' },
    });
    expect(took).toBe(1500);
    expect(sent()).toEqual(['POST login', 'POST generate', 'POST login']);
  });

  test('leaves a person the time to enter a one-time code', async () => {
    const otp = () => new Promise<string>((resolve) => setTimeout(resolve, 300_000, '492039'));
    const script = [rejection(401, 'otp_required'), loggedIn(), slowly(generated)];
    const { client } = clientOf(script, { credentials: { ...credentials, otp } });
    const [result, took] = await timed(client.result.generateApiKey());
    expect(result).toMatchObject({ ok: true });
    expect(took).toBe(300_900);
  });
});

test('no timer is left after a call', async () => {
  const { client } = clientOf([rejection(503, 'unavailable'), revoked()]);
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(0);
  await call;
  expect(vi.getTimerCount()).toBe(0);
});

test("the caller's signal ends an attempt, with its reason", async () => {
  const { client, requests } = clientOf([silence]);
  const controller = new AbortController();
  const call = client.result.revokeApiKey('key_1', { accessToken, signal: controller.signal });
  const cause = new Error('the user closed the window');
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(cause);
  const result = await call;
  if (result.ok) expect.fail('it is a success');
  expect(result.failure.reason).toBe('aborted');
  expect(result.failure.cause).toBe(cause);
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("the caller's signal ends a pause", async () => {
  const { client, sent } = clientOf([rejection(503, 'unavailable', { 'Retry-After': '30' })]);
  const controller = new AbortController();
  const call = client.result.revokeApiKey('key_1', { accessToken, signal: controller.signal });
  await vi.advanceTimersByTimeAsync(10);
  controller.abort();
  expect(await call).toMatchObject({ failure: { reason: 'aborted' } });
  expect(sent()).toEqual(['DELETE key_1']);
});

test('nothing is sent when the signal has already aborted', async () => {
  const { client, sent } = clientOf([revoked()]);
  const signal = AbortSignal.abort();
  const result = await client.result.revokeApiKey('key_1', { accessToken, signal });
  expect(result).toMatchObject({ failure: { reason: 'aborted' } });
  expect(sent()).toEqual([]);
});

test('no listeners are left on a signal that is used for many calls', async () => {
  const { client } = clientOf([rejection(503, 'unavailable'), revoked(), revoked()]);
  const { signal } = new AbortController();
  for (let calls = 0; calls < 2; calls += 1) {
    const call = client.revokeApiKey('key_1', { accessToken, signal });
    await vi.advanceTimersByTimeAsync(10);
    await call;
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
