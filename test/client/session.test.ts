import { describe, expect, test, vi } from 'vitest';
import { fakeTimers } from '../support/server/clock.ts';
import { clientOf, credentials, generated, loggedIn, rejection, revoked, silence } from './fake.ts';

const expired = () => rejection(401, 'token_invalid');

test('the client logs in when a key operation first needs a token', async () => {
  const { client, sent } = clientOf([loggedIn(), generated(), revoked()], { credentials });
  expect(sent()).toEqual([]);
  await client.generateApiKey();
  await client.revokeApiKey('key_1');
  expect(sent()).toEqual(['POST login', 'POST generate', 'DELETE key_1']);
});

test('the next call retries a failed login', async () => {
  const script = [rejection(500, 'internal_error'), loggedIn(), revoked()];
  const { client, sent } = clientOf(script, { credentials });
  expect(await client.result.revokeApiKey('key_1')).toMatchObject({
    failure: { reason: 'internal_error' },
  });
  await client.revokeApiKey('key_1');
  expect(sent()).toEqual(['POST login', 'POST login', 'DELETE key_1']);
});

describe('when the server rejects the token', () => {
  test('the client logs in again and repeats the call, at most once per call', async () => {
    const script = [loggedIn('first'), expired(), loggedIn('second'), expired()];
    const { client, sent, tokens } = clientOf(script, { credentials });
    expect(await client.result.generateApiKey()).toMatchObject({
      failure: { reason: 'token_invalid' },
    });
    expect(sent()).toEqual(['POST login', 'POST generate', 'POST login', 'POST generate']);
    expect(tokens()).toEqual([null, 'Bearer first', null, 'Bearer second']);
  });

  test('concurrent calls share the second login', async () => {
    const script = [loggedIn(), expired(), expired(), loggedIn(), revoked(), revoked()];
    const { client, sent } = clientOf(script, { credentials });
    await Promise.all([client.revokeApiKey('key_1'), client.revokeApiKey('key_1')]);
    const both = ['DELETE key_1', 'DELETE key_1'];
    expect(sent()).toEqual(['POST login', ...both, 'POST login', ...both]);
  });

  test('a late rejection of the old token does not end the login of the new token', async () => {
    let rejectLate: (response: Response) => void = () => {};
    const late = new Promise<Response>((resolve) => (rejectLate = resolve));
    const script = [loggedIn('old'), () => late, expired(), loggedIn('new'), revoked(), revoked()];
    const { client, tokens } = clientOf(script, { credentials });
    const slow = client.revokeApiKey('key_1');
    await client.revokeApiKey('key_1');
    rejectLate(expired());
    await slow;
    expect(tokens()).toEqual([null, 'Bearer old', 'Bearer old', null, 'Bearer new', 'Bearer new']);
  });

  test("the client does not replace the caller's token", async () => {
    const { client, sent } = clientOf([expired()], { credentials });
    const result = await client.result.generateApiKey({}, { accessToken: 'theirs' });
    expect(result).toMatchObject({ failure: { reason: 'token_invalid' } });
    expect(sent()).toEqual(['POST generate']);
  });
});

describe('the one-time code', () => {
  const otpRequired = () => rejection(401, 'otp_required');

  test('is requested from the callback only when the server requires one', async () => {
    const otp = vi.fn(() => '492039');
    const { client } = clientOf([loggedIn(), generated()], {
      credentials: { ...credentials, otp },
    });
    await client.generateApiKey();
    expect(otp).not.toHaveBeenCalled();
  });

  test('is requested once, however many calls wait for the login', async () => {
    const otp = vi.fn(async () => '492039');
    const script = [otpRequired(), loggedIn(), revoked(), revoked()];
    const { client, requests } = clientOf(script, { credentials: { ...credentials, otp } });
    await Promise.all([client.revokeApiKey('key_1'), client.revokeApiKey('key_1')]);
    expect(otp).toHaveBeenCalledOnce();
    expect(await requests[0]?.json()).toEqual(credentials);
    expect(await requests[1]?.json()).toEqual({ ...credentials, otp: '492039' });
  });

  test('may be a number where JavaScript calls the client', async () => {
    const otp = vi.fn(() => 492039 as unknown as string);
    const script = [otpRequired(), loggedIn(), generated()];
    const { client, requests } = clientOf(script, { credentials: { ...credentials, otp } });
    await client.generateApiKey();
    expect(await requests[1]?.json()).toEqual({ ...credentials, otp: '492039' });
  });

  test('is not requested again when it was wrong', async () => {
    const otp = vi.fn(() => '000000');
    const script = [otpRequired(), rejection(401, 'otp_invalid')];
    const { client } = clientOf(script, { credentials: { ...credentials, otp } });
    expect(await client.result.generateApiKey()).toMatchObject({
      failure: { reason: 'otp_invalid' },
    });
    expect(otp).toHaveBeenCalledOnce();
  });

  test('that the callback does not return, as its prompt was cancelled, is a failure, and the next call asks again', async () => {
    // As JavaScript passes on what `window.prompt` returns.
    const otp = vi.fn(() => null as unknown as string);
    const { client } = clientOf([otpRequired(), otpRequired()], {
      credentials: { ...credentials, otp },
    });
    for (const _ of 'ab') {
      const result = await client.result.generateApiKey();
      expect(result).toMatchObject({ ok: false, failure: { reason: 'otp_required' } });
    }
    expect(otp).toHaveBeenCalledTimes(2);
  });

  test('that the callback fails to return is a failure with the error as its cause', async () => {
    const cause = new Error('the user went away');
    const otp = () => Promise.reject(cause);
    const { client } = clientOf([otpRequired()], { credentials: { ...credentials, otp } });
    const result = await client.result.generateApiKey();
    if (result.ok) expect.fail('it is a success');
    expect(result.failure).toMatchObject({ reason: 'otp_required', traceId: 'trace' });
    expect(result.failure.cause).toBe(cause);
  });
});

describe('the token store', () => {
  const storeOf = (token: string | null) => ({ get: vi.fn(() => token), set: vi.fn() });

  test('has the token of an earlier run, so the client does not log in', async () => {
    const tokenStore = storeOf('stored');
    const { client, tokens } = clientOf([revoked(), revoked()], { credentials, tokenStore });
    await client.revokeApiKey('key_1');
    await client.revokeApiKey('key_1');
    expect(tokens()).toEqual(['Bearer stored', 'Bearer stored']);
    expect(tokenStore.get).toHaveBeenCalledOnce();
    expect(tokenStore.set).not.toHaveBeenCalled();
  });

  test.each([
    ['is empty', null, [loggedIn('new'), revoked()]],
    ['has a token that no header can have', 'a\nb', [loggedIn('new'), revoked()]],
    ['has a token that is no longer valid', 'old', [expired(), loggedIn('new'), revoked()]],
  ])('gets the token of a new login when it %s', async (_name, stored, script) => {
    const tokenStore = storeOf(stored);
    const { client } = clientOf(script, { credentials, tokenStore });
    await client.revokeApiKey('key_1');
    expect(tokenStore.set.mock.calls).toEqual([['new']]);
  });

  test('that fails at once ends the call before it is sent, and the next one logs in', async () => {
    const cause = new Error('no such folder');
    const get = (): string => {
      throw cause;
    };
    const { client } = clientOf([loggedIn(), revoked()], {
      credentials,
      tokenStore: { get, set: () => {} },
    });
    const result = await client.result.revokeApiKey('key_1');
    expect(result).toMatchObject({ failure: { reason: 'not_sent', cause } });
    expect((await client.result.revokeApiKey('key_1')).ok).toBe(true);
  });
});

test('an aborted call does not end the login that other calls wait for', async () => {
  let respond: (response: Response) => void = () => {};
  const slow = new Promise<Response>((resolve) => (respond = resolve));
  const { client, sent } = clientOf([() => slow, revoked()], { credentials });
  const controller = new AbortController();
  const aborted = client.result.revokeApiKey('key_1', { signal: controller.signal });
  const other = client.result.revokeApiKey('key_1');
  controller.abort();
  expect(await aborted).toMatchObject({ failure: { reason: 'aborted' } });
  respond(loggedIn());
  expect(await other).toMatchObject({ ok: true });
  expect(sent()).toEqual(['POST login', 'DELETE key_1']);
});

test('a caller can abort while the callback waits for a code', async () => {
  const otp = () => new Promise<string>(() => {});
  const { client } = clientOf([rejection(401, 'otp_required')], {
    credentials: { ...credentials, otp },
  });
  const controller = new AbortController();
  const call = client.result.generateApiKey({}, { signal: controller.signal });
  controller.abort();
  expect(await call).toMatchObject({ failure: { reason: 'aborted' } });
});

test("an explicit login does not change the client's own token", async () => {
  const script = [loggedIn('theirs'), loggedIn('own'), generated()];
  const { client, tokens } = clientOf(script, { credentials });
  await client.login({ identity: 'bob@example.com', password: 'other' });
  await client.generateApiKey();
  expect(tokens()).toEqual([null, null, 'Bearer own']);
});

test('a login without a response times out and is not reused', async () => {
  fakeTimers();
  const { client } = clientOf([silence, loggedIn(), generated()], { credentials, timeout: 1000 });
  const first = client.result.generateApiKey();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await first).toMatchObject({ failure: { reason: 'timed_out' } });
  expect(await client.result.generateApiKey()).toMatchObject({ ok: true });
});
