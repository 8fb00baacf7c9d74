import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { credentialsOf } from '../support/server/people.ts';
import { mockInProcess, plain } from './in-process.ts';

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
  ['POST', login, { body: credentialsOf(plain) }, 200],
  ['POST', login, { body: '{' }, 400],
  ['POST', '/v1/nowhere', {}, 404],
])('a page may read the response to %s %s, case %#', async (method, target, call, status) => {
  const response = await mockInProcess().sendRaw(method, target, {
    ...call,
    headers: { Origin: origin },
  });
  expect(response.status).toBe(status);
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
});

test('only a page of this machine may control the mock', async () => {
  const call = (page: string, method: string) =>
    mockInProcess().sendRaw(method, '/__mock/reset', {
      headers: {
        Origin: page,
        'Content-Type': 'application/json',
        ...(method === 'OPTIONS' && { 'Access-Control-Request-Method': 'POST' }),
      },
    });
  for (const page of ['http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:8080']) {
    const preflight = await call(page, 'OPTIONS');
    expect([preflight.status, (await call(page, 'POST')).status]).toEqual([204, 200]);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(page);
  }
  for (const page of [origin, 'http://203.0.113.66', 'http://localhost.evil.example', 'null']) {
    for (const method of ['OPTIONS', 'POST']) {
      const response = await call(page, method);
      expect(response.ok).toBe(false);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  }
});

test('OPTIONS without a preflight, or with CORS off, is not allowed', async () => {
  const preflight = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
  expect((await mockInProcess().send('OPTIONS', login)).header('allow')).toBe('POST');
  const closed = mockInProcess({ cors: false });
  expect((await closed.send('OPTIONS', login, { headers: preflight })).reason).toBe(
    'method_not_allowed',
  );
});

test('the mock and its handlers for msw name nothing that only Node has', async () => {
  // For no platform in particular, so a built-in module of Node does not resolve and fails the build.
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './mock/create-mock.ts'; export * from './mock/msw.ts';`,
      resolveDir: new URL('../..', import.meta.url).pathname,
      loader: 'ts',
    },
    bundle: true,
    platform: 'neutral',
    target: 'es2023',
    define: { Buffer: 'onlyInNode_Buffer', process: 'onlyInNode_process' },
    logLevel: 'silent',
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join('');
  expect(text).toContain('/v1/auth/login');
  expect(text.match(/onlyInNode_\w+/g)).toBeNull();
});
