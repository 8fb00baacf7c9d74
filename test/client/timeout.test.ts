import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientOf, rejection, revoke, revoked, silence } from './fake-service.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const accessToken = 'a';
const stalled = async () => new Response(new ReadableStream());

test.each([
  ['a server that does not respond', silence],
  ['a response that does not end', stalled],
])('%s times out', async (_name, first) => {
  const { client, requests } = clientOf([first], { timeout: 3000, retries: 0 });
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(2999);
  expect(requests[0]?.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await call).toMatchObject({ failure: { reason: 'timed_out' } });
  expect(requests[0]?.signal.aborted).toBe(true);
});

test('the default timeout is ten seconds', async () => {
  const { client } = clientOf([silence], { retries: 0 });
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await call).toMatchObject({ failure: { message: 'No response from the server within 10000 ms' } });
});

test('the timeout applies to each attempt', async () => {
  const { client, sent } = clientOf([silence, silence, revoked()], { timeout: 3000 });
  const call = client.result.revokeApiKey('key_1', { accessToken });
  await vi.advanceTimersByTimeAsync(6010);
  expect(await call).toMatchObject({ ok: true });
  expect(sent()).toEqual([revoke, revoke, revoke]);
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
  expect(sent()).toEqual([revoke]);
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
