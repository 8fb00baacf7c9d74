import { expect, test } from 'vitest';
import { createMock } from '../../mock/create-mock.ts';
import { mswHandlers } from '../../mock/msw.ts';
import { base, credentials, mockInProcess, plain } from './in-process.ts';

const origin = 'https://app.example';
const login = '/v1/auth/login';

test('a preflight response names the origin, never *', async () => {
  const { sendRaw } = mockInProcess();
  const response = await sendRaw('OPTIONS', login, {
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,prefer',
    },
  });
  expect(response.status).toBe(204);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'authorization,content-type,prefer',
    'access-control-allow-methods': 'GET, POST, DELETE',
    vary: expect.stringContaining('Origin'),
  });
  expect([...response.headers.values()].join()).not.toContain('*');
});

test.each([
  ['POST', login, { body: credentials(plain) }, 200],
  ['POST', login, { body: '{' }, 400],
  ['POST', '/v1/nowhere', {}, 404],
  ['GET', '/__mock/journal', {}, 200],
])('a page may read the response to %s %s, case %#', async (method, target, call, status) => {
  const response = await mockInProcess().sendRaw(method, target, { ...call, headers: { Origin: origin } });
  expect(response.status).toBe(status);
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
});

test('OPTIONS without a preflight, or with CORS off, is not allowed', async () => {
  const preflight = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
  expect((await mockInProcess().send('OPTIONS', login)).header('allow')).toBe('POST');
  const closed = mockInProcess({ cors: false });
  expect((await closed.send('OPTIONS', login, { headers: preflight })).reason).toBe('method_not_allowed');
});

/** As much of msw's `http` as the handlers use. */
const http = {
  all: (path: string, resolver: (info: { request: Request }) => Promise<Response>) => ({ path, resolver }),
};

test('handlers for msw respond like the mock, and a reset is a network error', async () => {
  const handlers = mswHandlers(http, createMock(), `${base}/`);
  expect(handlers.map(({ path }) => path)).toEqual([`${base}/v1/*`, `${base}/__mock/*`]);
  const [handler] = handlers;
  const send = (headers: Record<string, string>) =>
    handler?.resolver({
      request: new Request(base + login, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(credentials(plain)),
      }),
    });
  expect((await send({}))?.status).toBe(200);
  expect((await send({ Prefer: 'scenario=reset' }))?.type).toBe('error');
});
