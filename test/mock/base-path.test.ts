import { http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../mock/create-mock.ts';
import { mswHandlers } from '../../mock/msw.ts';
import { startMockServer } from '../../mock/server.ts';
import { credentials, mockInProcess, plain, statusOf } from './in-process.ts';

const body = credentials(plain);

const logInAt = (address: string) =>
  fetch(`${address}/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

test.each(['/access', '/access/', '/api/access-2'])('the mock is below %s', async (basePath) => {
  const { mock, sendRaw } = mockInProcess({ basePath });
  const base = basePath.replace(/\/$/, '');
  expect(mock.basePath).toBe(base);
  expect((await sendRaw('POST', `${base}/v1/auth/login`, { body })).status).toBe(200);
  expect((await sendRaw('POST', `${base}/__mock/reset`)).status).toBe(200);
});

test.each(['/v1/auth/login', '/accessible/v1/auth/login', '/', '/ACCESS/v1/auth/login'])(
  'outside the base path, the response to %s names it',
  async (target) => {
    const response = await mockInProcess({ basePath: '/access' }).sendRaw('POST', target, { body });
    expect(response.status).toBe(404);
    expect(await statusOf(response)).toMatchObject({
      reason: 'not_found',
      message: 'The mock: its paths begin with /access',
    });
  },
);

test.each(['access', '/access?a=b', '//access', '/access/#', 'https://gw/access'])(
  'the base path %s is rejected',
  (basePath) => {
    expect(() => createMock({ basePath })).toThrow(/^basePath: must be a path such as \/access/);
  },
);

test.each([
  ['https://gw.example/access', ''],
  ['https://gw.example/access/', ''],
  ['https://gw.example', ''],
  ['https://gw.example/api/access', '/access'],
])('handlers for msw strip %s, also with the base path "%s" of the mock', async (baseUrl, basePath) => {
  const mock = createMock({ basePath });
  const network = setupServer(...mswHandlers(http, mock, baseUrl));
  network.listen({ onUnhandledRequest: 'error' });
  onTestFinished(() => network.close());
  const address = baseUrl.replace(/\/$/, '');
  mock.next('login', { status: 503 });
  expect((await logInAt(address)).status).toBe(503);
  expect((await logInAt(address)).status).toBe(200);
  const journal = await fetch(`${address}/__mock/journal`);
  expect(await journal.json()).toMatchObject({ data: { entries: [{ status: 503 }, { status: 200 }] } });
});

test('the address of a listening mock has the base path', async () => {
  const server = await startMockServer(createMock({ basePath: '/access' }));
  onTestFinished(() => server.close());
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/access$/);
  expect((await logInAt(server.url)).status).toBe(200);
  expect((await logInAt(new URL(server.url).origin)).status).toBe(404);
  expect((await fetch(`${server.url}/.well-known/api-catalog`)).status).toBe(200);
  expect((await fetch(new URL('/.well-known/api-catalog', server.url))).status).toBe(404);
});
