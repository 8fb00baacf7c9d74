import { beforeEach, expect, test, vi } from 'vitest';
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
const busy = () => rejection(503, 'unavailable');

test('the timeout of a call replaces that of the client, for each attempt', async () => {
  const { client } = clientOf([silence, silence], { timeout: 9000, retries: 1 });
  const call = client.result.revokeApiKey('key_1', { accessToken, timeout: 2000 });
  const [result, took] = await timed(call);
  expect(result).toMatchObject({ failure: { reason: 'timed_out' } });
  expect(took).toBe(4000);
});

test('a timeout of a call that is longer than the total timeout extends it', async () => {
  const { client } = clientOf([silence], { totalTimeout: 10_000 });
  const [, took] = await timed(
    client.result.revokeApiKey('key_1', { accessToken, timeout: 90_000 }),
  );
  expect(took).toBe(90_000);
});

test.each([
  [0, 1],
  [1, 2],
  [4, 5],
])('a call with %i retries sends at most %i requests', async (retries, requests) => {
  const { client, sent } = clientOf(Array.from({ length: 9 }, busy), { retries: 2 });
  await timed(client.result.revokeApiKey('key_1', { accessToken, retries }));
  expect(sent()).toHaveLength(requests);
});

test('the headers of a call override those of the client, but not its own', async () => {
  const { client, requests } = clientOf([generated()], {
    headers: { 'X-Gateway-Key': 'of the client', 'X-Tenant': 'one' },
  });
  const headers = {
    'x-gateway-key': 'of the call',
    authorization: 'Basic b',
    'content-type': 'text/plain',
    'idempotency-key': 'c',
  };
  await client.generateApiKey({}, { accessToken, headers, idempotencyKey: 'deploy-7' });
  expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
    authorization: 'Bearer a',
    'content-type': 'application/json',
    'idempotency-key': 'deploy-7',
    'x-gateway-key': 'of the call',
    'x-tenant': 'one',
  });
});

test('a header of a call that is not valid is named, without its value', async () => {
  const { client, sent } = clientOf([]);
  const headers = { 'X-Gateway-Key': 'secret\nof a file' };
  expect(await client.result.revokeApiKey('key_1', { accessToken, headers })).toMatchObject({
    failure: { message: 'The request was not sent: the header X-Gateway-Key is not valid' },
  });
  expect(sent()).toEqual([]);
});

test('the automatic login has the options of the client, because other calls share it', async () => {
  const { client, requests } = clientOf([busy(), loggedIn(), revoked()], { credentials });
  const headers = { 'X-Job': '7' };
  const [result] = await timed(client.result.revokeApiKey('key_1', { headers, retries: 0 }));
  expect(result).toMatchObject({ ok: true });
  expect(requests.map((request) => request.headers.get('x-job'))).toEqual([null, null, '7']);
});

test.each([
  ['during an attempt', [silence, silence]],
  [
    'during a pause',
    [() => Promise.resolve(rejection(503, 'unavailable', { 'Retry-After': '30' }))],
  ],
  ['while the client logs in', [silence]],
])('a call ends with timed_out when AbortSignal.timeout ends it %s', async (when, script) => {
  // The platform's timers of signals cannot be faked: this one aborts with what they abort with.
  const controller = new AbortController();
  const retries: number[] = [];
  const onRetry = ({ attempt }: { attempt: number }) => void retries.push(attempt);
  const { client, sent } = clientOf(script, { credentials, onRetry });
  const token = when === 'while the client logs in' ? {} : { accessToken };
  const call = client.result.revokeApiKey('key_1', { ...token, signal: controller.signal });
  await vi.advanceTimersByTimeAsync(10);
  const cause = new DOMException('The operation timed out', 'TimeoutError');
  controller.abort(cause);
  const [result] = await timed(call);
  const message = 'The signal of the call timed out';
  expect(result).toMatchObject({ failure: { reason: 'timed_out', message, cause } });
  expect(sent()).toHaveLength(1);
  expect(retries).toEqual(when === 'during a pause' ? [1] : []);
});

test('the signal of AbortSignal.timeout ends a call with timed_out', async () => {
  vi.useRealTimers();
  const { client } = clientOf([silence]);
  const signal = AbortSignal.timeout(1);
  expect(await client.result.revokeApiKey('key_1', { accessToken, signal })).toMatchObject({
    failure: { reason: 'timed_out' },
  });
});
