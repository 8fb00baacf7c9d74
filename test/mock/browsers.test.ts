import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { credentialsOf } from '../support/server/people.ts';
import { base, mockInProcess, plain } from './in-process.ts';

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

/** Bundled for no platform in particular, so a built-in module of Node does not resolve and fails the build. */
async function bundle(...exports: string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: exports.join('\n'),
      resolveDir: new URL('../..', import.meta.url).pathname,
      loader: 'ts',
    },
    bundle: true,
    format: 'iife',
    globalName: 'bundled',
    platform: 'neutral',
    target: 'es2023',
    define: { Buffer: 'onlyInNode_Buffer', process: 'onlyInNode_process' },
    logLevel: 'silent',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

// What a page has and the language does not. Bytes pass from one to the other, so both use the same class.
const web = {
  Request,
  Response,
  Headers,
  URL,
  TextDecoder,
  TextEncoder,
  AbortController,
  performance,
  setTimeout,
  clearTimeout,
  console,
  Uint8Array,
};

const script = `(async () => {
  const { createMock } = bundled;
  const mock = createMock();
  const send = (method, path, body, headers = {}) => mock.fetch('${base}' + path, {
    method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers },
  });
  const login = await (await send('POST', '/v1/auth/login', ${JSON.stringify(credentialsOf(plain))})).json();
  const authorization = { Authorization: 'Bearer ' + login.data.access_token };
  const made = await (await send('POST', '/v1/security/apikey/generate', { description: 'In a page' }, authorization)).json();
  const gone = await send('DELETE', '/v1/security/apikey/' + made.data.id, undefined, authorization);
  const refused = await send('POST', '/v1/auth/login', { identity: 'a@b', misspelt: 1 });
  const documented = await send('POST', '/v1/auth/login', {}, { Prefer: 'code=503' });
  return JSON.stringify({
    description: made.data.description,
    statuses: [gone.status, refused.status, documented.status],
    errors: (await refused.json()).data.errors,
  });
})()`;

test('the mock and its handlers for msw name nothing that only Node has', async () => {
  const text = await bundle(`export * from './mock/create-mock.ts';`, `export * from './mock/msw.ts';`);
  expect(text).toContain('/v1/auth/login');
  expect(text.match(/onlyInNode_\w+/g)).toBeNull();
});

test('in a page that forbids eval it does all that the mock does', async () => {
  const page = createContext({ ...web }, { codeGeneration: { strings: false, wasm: false } });
  expect(() => runInContext(`new Function('return 1')`, page)).toThrow(
    'Code generation from strings disallowed',
  );
  runInContext(await bundle(`export * from './mock/create-mock.ts';`), page);
  expect(JSON.parse(await runInContext(script, page))).toEqual({
    description: 'In a page',
    statuses: [200, 400, 503],
    errors: [
      {
        location: '/body/misspelt',
        rule: 'additionalProperties',
        message: 'must not be there: the contract has no such field',
      },
    ],
  });
});
