import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createMock } from '../../mock/create-mock.ts';
import { mswHandlers } from '../../mock/msw.ts';
import { base, credentials, mfa, plain } from './in-process.ts';

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
const clientOf = (account: typeof plain | typeof mfa) =>
  createClient({
    baseUrl: base,
    credentials: { ...credentials(account), otp: () => '000000' },
    random: () => 0,
    // A test that waits for a response here waits for the machine.
    timeout: 300_000,
  });
const sent = () => mock.journal().map(({ operation, status }) => `${operation} ${status}`);

test('with msw the client logs in, generates a key and revokes it', async () => {
  const client = clientOf(plain);
  const key = await client.generateApiKey({ description: 'Behind msw' });
  expect(key).toMatchObject({ description: 'Behind msw' });
  expect(await client.revokeApiKey(key.id)).toMatchObject({ id: key.id });
  expect(sent()).toEqual(['login 200', 'generateApiKey 200', 'revokeApiKey 200']);
});

test('it sends a one-time code when one is required', async () => {
  const result = await clientOf(mfa).result.login(credentials(mfa));
  expect(result).toMatchObject({ ok: false, failure: { reason: 'otp_required', code: 401 } });
  expect(await clientOf(mfa).generateApiKey()).toMatchObject({ id: expect.stringMatching(/^key_/) });
});

test('a connection that is reset is a failure of the network', async () => {
  mock.use('reset');
  await expect(fetch(`${base}/v1/auth/login`, { method: 'POST' })).rejects.toThrow(TypeError);
  const result = await clientOf(plain).result.login(credentials(plain));
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
  expect(await (await fetch(`${elsewhere}/v1/auth/login`, { method: 'POST' })).text()).toBe('from elsewhere');
  expect(mock.journal()).toEqual([]);
});
