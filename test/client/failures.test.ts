import { expect, onTestFinished, test } from 'vitest';
import { ApiFailure } from '../../client/index.ts';
import { clientOf, credentials, loggedIn, rejection, revoked, success } from './fake.ts';

const accessToken = 'a';

/** A rejection with these invalid fields. */
function invalid(errors: readonly object[], message = 'Validation failed') {
  const status = { code: 400, reason: 'validation_failed', message, trace_id: 'trace' };
  return Response.json({ status, data: { errors } }, { status: 400 });
}

const errorAt = (location: string) => ({ location, rule: 'minLength', message: 'is too short' });

test.each([
  [['/body/identity'], ': /identity is too short'],
  [['/body'], ': the body is too short'],
  [['/headers/idempotency-key'], ': /headers/idempotency-key is too short'],
  [['/body/a', '/body/b'], ': /a is too short; /b is too short'],
  [
    ['/body/a', '/body/b', '/body/c', '/body/d', '/body/e'],
    ': /a is too short; /b is too short; /c is too short; and 2 more',
  ],
  [[], ''],
])('the message says what is wrong with %j', async (locations, said) => {
  const { client } = clientOf([invalid(locations.map(errorAt))]);
  const call = client.login({ identity: 'a' });
  await expect(call).rejects.toMatchObject({ message: `Validation failed${said}` });
});

test('a secret that a server repeats as a location or a rule is in no failure', async () => {
  const location = `/body/${credentials.password}`;
  const { client } = clientOf([
    invalid([{ location, rule: credentials.password, message: 'must not be there' }]),
  ]);
  const result = await client.result.login(credentials);
  if (result.ok) expect.fail('it is a success');
  expect(result.failure.message).toBe('Validation failed: /[hidden] must not be there');
  expect(JSON.stringify(result)).not.toContain('secret-');
});

test('the failure without a response names the address', async () => {
  const { client } = clientOf([new TypeError('Failed to fetch')], {
    retries: 0,
    baseUrl: 'http://service.test/access',
  });
  await expect(client.login(credentials)).rejects.toThrow(
    'No response from http://service.test/access (in a browser: does the server allow your origin?)',
  );
});

test.each([
  [{ cause: { code: 'ENOTFOUND' } }, 'ENOTFOUND'],
  [{ code: 'ConnectionRefused' }, 'ConnectionRefused'],
])('and the error of the network: %j', async (details, name) => {
  const { client } = clientOf([Object.assign(new TypeError('fetch failed'), details)], {
    retries: 0,
  });
  await expect(client.login(credentials)).rejects.toThrow(
    `No response from http://service.test (${name})`,
  );
});

/** A function of a program, whose name a stack can have. */
async function nightlyBuild<T>(call: () => Promise<T>): Promise<T> {
  return await call();
}

test.each<readonly [what: string, method: 'thrown' | 'returned' | 'withResponse']>([
  ['thrown', 'thrown'],
  ['returned', 'returned'],
  ['thrown by withResponse', 'withResponse'],
])('the stack of a failure that is %s begins at the caller', async (_what, method) => {
  const late = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return rejection(404, 'key_not_found');
  };
  const { client } = clientOf([late]);
  const failure = await nightlyBuild(async () => {
    const id = 'key_1';
    if (method === 'returned') {
      const result = await client.result.revokeApiKey(id, { accessToken });
      return result.ok ? undefined : result.failure;
    }
    const call = client.revokeApiKey(id, { accessToken });
    const waited = method === 'withResponse' ? call.withResponse() : call;
    return waited.catch((error: unknown) => error);
  });
  if (!(failure instanceof ApiFailure)) expect.fail('it is not a failure of the client');
  const [first, frame, next] = failure.stack?.split('\n') ?? [];
  expect(first).toBe('ApiFailure: No');
  expect(frame).toContain('failures.test.ts');
  expect(next).toContain('nightlyBuild');
});

test('calls that share a failed login have a failure each', async () => {
  const { client } = clientOf([rejection(401, 'invalid_credentials')], { credentials });
  const one = client.result.revokeApiKey('key_1');
  const other = client.result.revokeApiKey('key_2');
  const [first, second] = await Promise.all([one, other]);
  if (first.ok || second.ok) expect.fail('one is a success');
  expect(first.failure).toMatchObject({ reason: 'invalid_credentials', message: 'No' });
  expect(first.failure.stack).not.toBe(second.failure.stack);
});

test('withResponse returns the data with the status, the headers and the trace id', async () => {
  const response = revoked();
  response.headers.set('RateLimit', '"default";r=9;t=60');
  const { client } = clientOf([response]);
  const { data, status, headers, traceId } = await client
    .revokeApiKey('key_1', { accessToken })
    .withResponse();
  expect(data).toMatchObject({ id: 'key_1' });
  expect([status, headers.get('ratelimit'), traceId]).toEqual([200, '"default";r=9;t=60', 'trace']);
});

test('a result has them too', async () => {
  const { client } = clientOf([loggedIn(), success({})]);
  const result = await client.result.login(credentials);
  if (!result.ok) expect.fail('it is a failure');
  expect([result.status, result.headers.get('content-type'), result.traceId]).toEqual([
    200,
    'application/json',
    'trace',
  ]);
});

test('a failure of withResponse that is caught is not an unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const listener = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', listener);
  onTestFinished(() => void process.off('unhandledRejection', listener));
  const { client } = clientOf([rejection(404, 'key_not_found')]);
  const call = client.revokeApiKey('key_1', { accessToken }).withResponse();
  await expect(call).rejects.toMatchObject({ reason: 'key_not_found' });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(unhandled).toEqual([]);
});
