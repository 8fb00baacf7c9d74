import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientOf, refusal, revoke, revoked, silence } from './fake-service.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const accessToken = 'a';
const stalled = async () => new Response(new ReadableStream());

test.each([
  ['a service that does not answer', silence],
  ['an answer that does not end', stalled],
])('%s times out', async (_name, first) => {
  const { client, requests } = clientOf([first], { timeout: 3000, retries: 0 });
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(2999);
  expect(requests[0]?.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await call).toMatchObject({ failure: { reason: 'timed_out' } });
  expect(requests[0]?.signal.aborted).toBe(true);
});

test('the time-out is ten seconds if not given', async () => {
  const { client } = clientOf([silence], { retries: 0 });
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await call).toMatchObject({ failure: { message: 'No response from the server within 10000 ms' } });
});

test('every attempt has the time to itself', async () => {
  const { client, asked } = clientOf([silence, silence, revoked()], { timeout: 3000 });
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(6010);
  expect(await call).toMatchObject({ ok: true });
  expect(asked()).toEqual([revoke, revoke, revoke]);
});

test('no timer outlives its call', async () => {
  const { client } = clientOf([refusal(503, 'unavailable'), revoked()]);
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(0);
  await call;
  expect(vi.getTimerCount()).toBe(0);
});

test('the caller’s signal ends an attempt, with its reason', async () => {
  const { client, requests } = clientOf([silence]);
  const controller = new AbortController();
  const call = client.result.revokeApiKey('key_1', { accessToken, signal: controller.signal });
  const cause = new Error('the user closed the window');
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(cause);
  const answer = await call;
  if (answer.ok) expect.fail('it is a success');
  expect(answer.failure.reason).toBe('aborted');
  expect(answer.failure.cause).toBe(cause);
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('the caller’s signal ends a pause', async () => {
  const { client, asked } = clientOf([refusal(503, 'unavailable', { 'Retry-After': '30' })]);
  const controller = new AbortController();
  const call = client.result.revokeApiKey('key_1', { accessToken, signal: controller.signal });
  await vi.advanceTimersByTimeAsync(10);
  controller.abort();
  expect(await call).toMatchObject({ failure: { reason: 'aborted' } });
  expect(asked()).toEqual([revoke]);
});

test('nothing is sent for a caller who is gone already', async () => {
  const { client, asked } = clientOf([revoked()]);
  const signal = AbortSignal.abort();
  const answer = await client.result.revokeApiKey('key_1', { accessToken, signal });
  expect(answer).toMatchObject({ failure: { reason: 'aborted' } });
  expect(asked()).toEqual([]);
});

test('a signal that serves many calls does not collect listeners', async () => {
  const { client } = clientOf([refusal(503, 'unavailable'), revoked(), revoked()]);
  const { signal } = new AbortController();
  for (let calls = 0; calls < 2; calls += 1) {
    const call = client.revokeApiKey('key_1', { accessToken, signal });
    await vi.advanceTimersByTimeAsync(10);
    await call;
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
