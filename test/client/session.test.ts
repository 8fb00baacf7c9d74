import { describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  credentials,
  generate,
  generated,
  loggedIn,
  login,
  refusal,
  revoke,
  revoked,
  silence,
} from './fake-service.ts';

const expired = () => refusal(401, 'token_invalid');

test('nobody logs in before a key operation needs it', async () => {
  const { client, asked } = clientOf([loggedIn(), generated(), revoked()], { credentials });
  expect(asked()).toEqual([]);
  await client.generateApiKey();
  await client.revokeApiKey('key_1');
  expect(asked()).toEqual([login, generate, revoke]);
});

test('many callers share one login', async () => {
  const { client, asked } = clientOf([loggedIn(), revoked(), revoked(), revoked()], { credentials });
  await Promise.all([
    client.revokeApiKey('key_1'),
    client.revokeApiKey('key_1'),
    client.revokeApiKey('key_1'),
  ]);
  expect(asked()).toEqual([login, revoke, revoke, revoke]);
});

test('a login that failed is tried again by the next call', async () => {
  const { client, asked } = clientOf([refusal(500, 'internal_error'), loggedIn(), revoked()], {
    credentials,
  });
  expect(await client.result.revokeApiKey('key_1')).toMatchObject({ failure: { reason: 'internal_error' } });
  await client.revokeApiKey('key_1');
  expect(asked()).toEqual([login, login, revoke]);
});

describe('when the token is refused', () => {
  test('the client logs in again and repeats the call', async () => {
    const script = [loggedIn('first'), expired(), loggedIn('second'), generated()];
    const { client, asked, tokens } = clientOf(script, { credentials });
    await client.generateApiKey();
    expect(asked()).toEqual([login, generate, login, generate]);
    expect(tokens()).toEqual([null, 'Bearer first', null, 'Bearer second']);
  });

  test('it does so too for a service that gives no reasons', async () => {
    const unnamed = Response.json({ status: { code: 401, message: 'No', trace_id: 't' } });
    const { client } = clientOf([loggedIn(), unnamed, loggedIn(), generated()], { credentials });
    expect(await client.result.generateApiKey()).toMatchObject({ ok: true });
  });

  test('it does so once a call', async () => {
    const script = [loggedIn(), expired(), loggedIn(), expired()];
    const { client, asked } = clientOf(script, { credentials });
    expect(await client.result.generateApiKey()).toMatchObject({ failure: { reason: 'token_invalid' } });
    expect(asked()).toEqual([login, generate, login, generate]);
  });

  test('many callers share the second login too', async () => {
    const script = [loggedIn(), expired(), expired(), loggedIn(), revoked(), revoked()];
    const { client, asked } = clientOf(script, { credentials });
    await Promise.all([client.revokeApiKey('key_1'), client.revokeApiKey('key_1')]);
    expect(asked()).toEqual([login, revoke, revoke, login, revoke, revoke]);
  });

  test("a late refusal of the old token does not end the new token's login", async () => {
    let refuseLate: (response: Response) => void = () => {};
    const late = new Promise<Response>((resolve) => {
      refuseLate = resolve;
    });
    const script = [loggedIn('old'), () => late, expired(), loggedIn('new'), revoked(), revoked()];
    const { client, tokens } = clientOf(script, { credentials });
    const slow = client.revokeApiKey('key_1');
    await client.revokeApiKey('key_1');
    refuseLate(expired());
    await slow;
    expect(tokens()).toEqual([null, 'Bearer old', 'Bearer old', null, 'Bearer new', 'Bearer new']);
  });

  test('a token of the caller is not replaced', async () => {
    const { client, asked } = clientOf([expired()], { credentials });
    const answer = await client.result.generateApiKey({}, { accessToken: 'theirs' });
    expect(answer).toMatchObject({ failure: { reason: 'token_invalid' } });
    expect(asked()).toEqual([generate]);
  });
});

describe('the one-time code', () => {
  const wanted = () => refusal(401, 'otp_required');

  test('is asked for only when the service wants one', async () => {
    const otp = vi.fn(() => '492039');
    const { client } = clientOf([loggedIn(), generated()], { credentials: { ...credentials, otp } });
    await client.generateApiKey();
    expect(otp).not.toHaveBeenCalled();
  });

  test('is asked for once, however many wait for the login', async () => {
    const otp = vi.fn(async () => '492039');
    const script = [wanted(), loggedIn(), revoked(), revoked()];
    const { client, requests } = clientOf(script, { credentials: { ...credentials, otp } });
    await Promise.all([client.revokeApiKey('key_1'), client.revokeApiKey('key_1')]);
    expect(otp).toHaveBeenCalledOnce();
    expect(await requests[0]?.json()).toEqual(credentials);
    expect(await requests[1]?.json()).toEqual({ ...credentials, otp: '492039' });
  });

  test('is not asked for again when it was wrong', async () => {
    const otp = vi.fn(() => '000000');
    const script = [wanted(), refusal(401, 'otp_invalid')];
    const { client } = clientOf(script, { credentials: { ...credentials, otp } });
    expect(await client.result.generateApiKey()).toMatchObject({ failure: { reason: 'otp_invalid' } });
    expect(otp).toHaveBeenCalledOnce();
  });

  test('that nobody gives is a failure with what the callback threw', async () => {
    const cause = new Error('the user went away');
    const otp = () => Promise.reject(cause);
    const { client } = clientOf([wanted()], { credentials: { ...credentials, otp } });
    const answer = await client.result.generateApiKey();
    if (answer.ok) expect.fail('it is a success');
    expect(answer.failure).toMatchObject({ reason: 'otp_required', traceId: 'trace' });
    expect(answer.failure.cause).toBe(cause);
  });

  test('that nobody is asked for is a failure by name', async () => {
    const { client } = clientOf([wanted()], { credentials });
    await expect(client.generateApiKey()).rejects.toMatchObject({ reason: 'otp_required' });
  });
});

test('a caller who goes away leaves the login to the others', async () => {
  let answer: (response: Response) => void = () => {};
  const slow = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const { client, asked } = clientOf([() => slow, revoked()], { credentials });
  const leaver = new AbortController();
  const left = client.result.revokeApiKey('key_1', { signal: leaver.signal });
  const stays = client.result.revokeApiKey('key_1');
  leaver.abort();
  expect(await left).toMatchObject({ failure: { reason: 'aborted' } });
  answer(loggedIn());
  expect(await stays).toMatchObject({ ok: true });
  expect(asked()).toEqual([login, revoke]);
});

test('a caller need not wait for a code that never comes', async () => {
  const otp = () => new Promise<string>(() => {});
  const { client } = clientOf([refusal(401, 'otp_required')], { credentials: { ...credentials, otp } });
  const controller = new AbortController();
  const call = client.result.generateApiKey({}, { signal: controller.signal });
  controller.abort();
  expect(await call).toMatchObject({ failure: { reason: 'aborted' } });
});

test('an explicit login is the caller’s own', async () => {
  const script = [loggedIn('theirs'), loggedIn('own'), generated()];
  const { client, tokens } = clientOf(script, { credentials });
  await client.login({ identity: 'bob@example.com', password: 'other' });
  await client.generateApiKey();
  expect(tokens()).toEqual([null, null, 'Bearer own']);
});

test('a login that does not answer fails by the time-out and does not stay', async () => {
  vi.useFakeTimers();
  try {
    const script = [silence, loggedIn(), generated()];
    const { client } = clientOf(script, { credentials, timeout: 1000 });
    const first = client.result.generateApiKey();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await first).toMatchObject({ failure: { reason: 'timed_out' } });
    expect(await client.result.generateApiKey()).toMatchObject({ ok: true });
  } finally {
    vi.useRealTimers();
  }
});
