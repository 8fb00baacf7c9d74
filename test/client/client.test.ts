import { describe, expect, test } from 'vitest';
import { ApiFailure, createClient } from '../../client/index.ts';
import { hours } from '../support/clock.ts';
import { addPerson, addPersonWithMfa, codeOf, credentialsOf } from '../support/people.ts';
import { serverForFile } from '../support/test-server.ts';

const server = await serverForFile();
// Whoever waits for an answer here waits for the machine.
const options = { baseUrl: server.url, timeout: 300_000 };
const client = createClient(options);
const clientOf = async () =>
  createClient({ ...options, credentials: credentialsOf(await addPerson(server)) });

test('a caller logs in, generates a key and revokes it', async () => {
  const { access_token: accessToken } = await client.login(credentialsOf(await addPerson(server)));
  const key = await client.generateApiKey({ description: 'Nightly build' }, { accessToken });
  expect(key).toMatchObject({ description: 'Nightly build', api_key: expect.stringMatching(/^aak_/) });
  const revocation = await client.revokeApiKey(key.id, { accessToken });
  expect(revocation).toMatchObject({ id: key.id, message: 'API key revoked' });
});

test('a client with credentials logs in by itself', async () => {
  const own = await clientOf();
  const key = await own.generateApiKey();
  expect(await own.revokeApiKey(key.id)).toMatchObject({ id: key.id });
});

test('a client with credentials logs in again when its token has ended', async () => {
  const own = await clientOf();
  await own.generateApiKey();
  server.clock.advance(hours(2));
  expect(await own.generateApiKey()).toMatchObject({ id: expect.stringMatching(/^key_/) });
});

test('a one-time code is asked for by name, and then does', async () => {
  const person = await addPersonWithMfa(server);
  const first = await client.result.login(credentialsOf(person));
  expect(first).toMatchObject({ ok: false, failure: { reason: 'otp_required', code: 401 } });

  const second = await client.login({ ...credentialsOf(person), otp: codeOf(person, server) });
  expect(second).toMatchObject({ mfa_enabled: true });
});

test('a client asks its callback for the one-time code', async () => {
  const person = await addPersonWithMfa(server);
  const otp = () => codeOf(person, server);
  const own = createClient({ ...options, credentials: { ...credentialsOf(person), otp } });
  expect(await own.generateApiKey()).toMatchObject({ id: expect.stringMatching(/^key_/) });
});

describe('a failure', () => {
  test('says what is wrong and has the trace id for the operator', async () => {
    const answer = await client.result.login({ identity: 'nobody' });
    expect(answer).toMatchObject({
      ok: false,
      failure: {
        reason: 'validation_failed',
        status: 400,
        code: 400,
        errors: [{ location: '/body/identity', rule: 'pattern' }],
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
  });

  test('is thrown by those who do not ask for a result', async () => {
    const call = client.login({ identity: 'ada@example.com' });
    await expect(call).rejects.toBeInstanceOf(ApiFailure);
    await expect(call).rejects.toMatchObject({ name: 'ApiFailure', reason: 'password_required' });
  });

  test('of the login is the failure of the call that needed it', async () => {
    const credentials = { ...credentialsOf(await addPerson(server)), password: 'wrong' };
    const own = createClient({ ...options, credentials });
    expect(await own.result.generateApiKey()).toMatchObject({ failure: { reason: 'invalid_credentials' } });
  });

  test('is the answer to a key operation without any credentials', async () => {
    expect(await client.result.generateApiKey()).toMatchObject({ failure: { reason: 'token_missing' } });
  });

  test('is told where nothing listens', async () => {
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:2', retries: 0 });
    const answer = await nowhere.result.login({ identity: 'ada@example.com' });
    if (answer.ok) expect.fail('there was an answer');
    expect(answer.failure.reason).toBe('no_response');
    expect(answer.failure.status).toBeUndefined();
    expect(answer.failure.cause).toBeInstanceOf(TypeError);
  });
});

test('an id with a slash in it reaches the service whole', async () => {
  const own = await clientOf();
  expect(await own.result.revokeApiKey('a/b?c')).toMatchObject({ failure: { reason: 'key_not_found' } });
});
