import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createMock } from '../../mock/create-mock.ts';
import { mswHandlers } from '../../mock/msw.ts';
import { base, credentials, mfa, plain } from './in-process.ts';

// A test that waits for a response here waits for the machine.
const patient = { random: () => 0, timeout: 300_000 };

function clientOf(scenario?: string) {
  const mock = createMock({ otp: '000000', ...(scenario !== undefined && { scenario }) });
  const options = {
    baseUrl: base,
    fetch: (request: Request) => mock.fetch(request),
    ...patient,
  };
  return { mock, client: createClient({ ...options, credentials: credentials(plain) }), options };
}

test('the client works with the mock instead of the network', async () => {
  const { client } = clientOf();
  const key = await client.generateApiKey({ description: 'In a test' });
  expect(key).toMatchObject({ description: 'In a test' });
  expect(await client.revokeApiKey(key.id)).toMatchObject({ id: key.id });
});

test('it logs in again when its token has expired by the clock of the mock', async () => {
  const { mock, client } = clientOf();
  await client.generateApiKey();
  mock.clock.advance(2 * 60 * 60 * 1000);
  await client.generateApiKey();
  const sent = mock.journal().map(({ operation, status }) => `${operation} ${status}`);
  expect(sent).toEqual([
    'login 200',
    'generateApiKey 200',
    'generateApiKey 401',
    'login 200',
    'generateApiKey 200',
  ]);
});

test('with idempotency keys, it gets the key whose response was lost', async () => {
  const { mock, options } = clientOf();
  const client = createClient({ ...options, credentials: credentials(plain), idempotencyKeys: true });
  const { id: unrelated } = await client.generateApiKey();
  mock.use('reset-once');
  const lost = await client.generateApiKey({ description: 'Lost' }, { idempotencyKey: 'deploy-7' });
  const again = await client.generateApiKey({ description: 'Lost' }, { idempotencyKey: 'deploy-7' });
  expect({ ...again }).toEqual({ ...lost });
  expect(lost.id).not.toBe(unrelated);
  const other = client.result.generateApiKey({ description: 'Other' }, { idempotencyKey: 'deploy-7' });
  expect(await other).toMatchObject({ failure: { reason: 'idempotency_conflict', code: 409 } });
});

test('it sends the fixed code of the mock where a code is required', async () => {
  const { options } = clientOf();
  const client = createClient({ ...options, credentials: { ...credentials(mfa), otp: () => '000000' } });
  expect(await client.generateApiKey()).toMatchObject({ id: expect.stringMatching(/^key_/) });
});

test.each([
  ['truncated', 'unexpected_response'],
  ['html', 'unexpected_response'],
  ['empty-500', 'unexpected_response'],
  ['reset', 'no_response'],
])('the scenario %s is a failure with a reason', async (scenario, reason) => {
  const { client } = clientOf(scenario);
  const result = await client.result.login(credentials(plain));
  expect(result).toMatchObject({ ok: false, failure: { reason } });
});

describe('with msw', () => {
  const elsewhere = 'http://elsewhere.example';
  const mock = createMock({ otp: '000000' });
  const network = setupServer(
    ...mswHandlers(http, mock, base),
    http.all(`${elsewhere}/*`, () => HttpResponse.text('from elsewhere')),
  );
  beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => {
    network.resetHandlers();
    mock.reset();
  });
  afterAll(() => network.close());

  // The global fetch is read when it is called: msw has put its own there.
  const client = createClient({ baseUrl: base, credentials: credentials(plain), ...patient });
  const sent = () => mock.journal().map(({ operation, status }) => `${operation} ${status}`);

  test('the client logs in, generates a key and revokes it', async () => {
    const key = await client.generateApiKey({ description: 'Behind msw' });
    expect(key).toMatchObject({ description: 'Behind msw' });
    expect(await client.revokeApiKey(key.id)).toMatchObject({ id: key.id });
    expect(sent()).toEqual(['login 200', 'generateApiKey 200', 'revokeApiKey 200']);
  });

  test('a connection that is reset is a failure of the network', async () => {
    mock.use('reset');
    await expect(fetch(`${base}/v1/auth/login`, { method: 'POST' })).rejects.toThrow(TypeError);
    const result = await client.result.login(credentials(plain));
    expect(result).toMatchObject({ ok: false, failure: { reason: 'no_response' } });
  });

  test('Prefer selects a documented response, and the controls are there too', async () => {
    const response = await fetch(`${base}/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'code=429' },
      body: JSON.stringify(credentials(plain)),
    });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('30');
    expect(await (await fetch(`${base}/__mock/journal`)).json()).toMatchObject({
      data: { entries: [{ operation: 'login', status: 429 }] },
    });
  });

  test('other addresses are left to other handlers', async () => {
    expect(await (await fetch(`${elsewhere}/v1/auth/login`, { method: 'POST' })).text()).toBe(
      'from elsewhere',
    );
    expect(mock.journal()).toEqual([]);
  });
});
