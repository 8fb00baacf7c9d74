import { describe, expect, test } from 'vitest';
import { createClient } from '../../client/create-client.ts';
import { addPerson, addPersonWithMfa, codeOf, credentialsOf } from '../support/people.ts';
import { serverForFile } from '../support/test-server.ts';

const server = await serverForFile();
const client = createClient({ baseUrl: server.url });

describe('against the service', () => {
  test('a caller logs in, generates a key and revokes it', async () => {
    const login = await client.login(credentialsOf(await addPerson(server)));
    if (!login.ok) expect.fail(login.failure.message);
    const token = login.data.access_token;

    const key = await client.generateApiKey(token, { description: 'Nightly build' });
    if (!key.ok) expect.fail(key.failure.message);
    expect(key.data).toMatchObject({ description: 'Nightly build', api_key: expect.stringMatching(/^aak_/) });

    const revocation = await client.revokeApiKey(token, key.data.id);
    expect(revocation).toMatchObject({ ok: true, data: { id: key.data.id, message: 'API key revoked' } });
  });

  test('a one-time code is asked for by name, and then does', async () => {
    const person = await addPersonWithMfa(server);
    const first = await client.login(credentialsOf(person));
    expect(first).toMatchObject({ ok: false, failure: { reason: 'otp_required', code: 401 } });

    const second = await client.login({ ...credentialsOf(person), otp: codeOf(person, server) });
    expect(second).toMatchObject({ ok: true, data: { mfa_enabled: true } });
  });

  test('a refused request says what is wrong and has the trace id for the operator', async () => {
    const answer = await client.login({ identity: 'nobody' });
    expect(answer).toMatchObject({
      ok: false,
      failure: {
        reason: 'validation_failed',
        faults: [{ location: '/body/identity', rule: 'pattern' }],
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
  });

  test('an id with a slash in it reaches the service whole', async () => {
    const login = await client.login(credentialsOf(await addPerson(server)));
    if (!login.ok) expect.fail(login.failure.message);
    const answer = await client.revokeApiKey(login.data.access_token, 'a/b?c');
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'key_not_found' } });
  });
});

describe('against a service that answers otherwise', () => {
  const answered = async (body: string | null, init?: ResponseInit) =>
    createClient({ baseUrl: 'http://127.0.0.1', fetch: async () => new Response(body, init) }).login({
      identity: 'ada@example.com',
    });
  const envelope = (code: number) => JSON.stringify({ status: { code, message: 'No', trace_id: 't' } });

  test('an envelope that says failure under HTTP 200 is a failure', async () => {
    const answer = await answered(envelope(401));
    expect(answer).toMatchObject({ ok: false, failure: { code: 401, reason: 'code_401', message: 'No' } });
  });

  test('a success without its payload is a failure', async () => {
    expect(await answered(envelope(200))).toMatchObject({
      ok: false,
      failure: { reason: 'unexpected_response' },
    });
  });

  test.each([
    ['an empty 500', null, 500],
    ['HTML with 200', '<html></html>', 200],
    ['JSON cut short', '{"status":{"code":200', 200],
    ['JSON that is no envelope', '{"message":"hello"}', 200],
  ])('%s is a failure that says so', async (_name, body, status) => {
    const answer = await answered(body, { status });
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'unexpected_response', code: status } });
  });

  test('how long to wait is told in seconds', async () => {
    const answer = await answered(envelope(429), { status: 429, headers: { 'Retry-After': '30' } });
    expect(answer).toMatchObject({ ok: false, failure: { code: 429, retryAfter: 30 } });
  });

  test('no answer at all is a failure with its cause', async () => {
    const cause = new TypeError('fetch failed');
    const offline = createClient({ baseUrl: 'http://127.0.0.1', fetch: () => Promise.reject(cause) });
    expect(await offline.login({ identity: 'ada@example.com' })).toMatchObject({
      ok: false,
      failure: { reason: 'no_response', cause },
    });
  });
});
