import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const fields = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, text])),
});
const post = (schema: object, responses: object, more = {}) => ({
  requestBody: { required: true, ...json(schema) },
  responses: { ...responses, 400: { description: 'Invalid' }, 401: { description: 'No user' } },
  ...more,
});
const made = { 201: { description: 'Made' } };
const ok = {
  200: { description: 'Fine' },
  401: { description: 'No user' },
  404: { description: 'None' },
};

/** Notes of users, who can register themselves. */
async function runOnNotes(isLeaky: boolean) {
  const users = new Map<unknown, unknown>();
  const notes = new Map<
    number,
    { readonly id: number; readonly of: string; readonly title: string }
  >();
  let last = 0;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent, headers }) => {
      const body = objectIn(sent);
      if (path === '/auth/register' && method === 'POST') {
        const { email, password } = body ?? {};
        if (!String(email).includes('@') || String(password).length < 10) return [400];
        if (users.has(email)) return [409];
        users.set(email, password);
        return [201, { email }];
      }
      if (path === '/auth/login' && method === 'POST') {
        const { email, password } = body ?? {};
        if (!users.has(email) || users.get(email) !== password) return [401];
        return [200, { refreshToken: 'refresh-0123456789', accessToken: `token-of-${email}` }];
      }
      if (!path.startsWith('/notes')) return [404];
      const user = /^Bearer token-of-(.*)$/.exec(headers.authorization ?? '')?.[1];
      if (user === undefined || !users.has(user)) return [401];
      if (path === '/notes') {
        if (method !== 'POST') return [405];
        if (typeof body?.title !== 'string' || body.title === '') return [400];
        last += 1;
        notes.set(last, { id: last, of: user, title: body.title });
        return [201, notes.get(last)];
      }
      const note = notes.get(Number(path.slice('/notes/'.length)));
      if (note === undefined || (note.of !== user && !isLeaky)) return [404];
      if (method === 'DELETE') return [notes.delete(note.id) ? 204 : 404];
      return method === 'GET' ? [200, note] : [405];
    }),
  );
  const security = [{ token: [] }];
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/auth/register': {
        post: post(fields('email', 'password'), made, { operationId: 'register' }),
      },
      '/auth/login': { post: post(fields('email', 'password'), ok, { operationId: 'login' }) },
      '/notes': { post: post(fields('title'), made, { security, operationId: 'addNote' }) },
      '/notes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'getNote', security, responses: ok },
        delete: {
          operationId: 'removeNote',
          security,
          responses: { ...ok, 204: { description: 'Gone' } },
        },
      },
    },
  });
  const result = await runDocument(url, document, {}, { fuzz: false });
  const kindOf = (id: string) => result.outcomes.find(({ check }) => check === id)?.kind;
  return { ...result, kindOf, left: notes.size };
}

test('registers a user and logs in where the profile has no credentials', async () => {
  const { kindOf, left, leftovers } = await runOnNotes(false);
  expect(kindOf('document/created-is-readable/getNote')).toBe('passed');
  expect(kindOf('document/needs-owner/getNote')).toBe('passed');
  expect(left).toBe(0);
  expect(leftovers.join()).toContain('POST /auth/register {"email":"u');
});

test('only observes that a second user of its own sees what the first has created', async () => {
  const { kindOf } = await runOnNotes(true);
  expect(kindOf('document/needs-owner/getNote')).toBe('observed');
});

test('reports alternatives that a server accepts only together, and uses both', async () => {
  const { url } = await serverForTest(
    jsonListener(({ path, method, headers }) => {
      if (path !== '/books' || method !== 'GET') return [path === '/books' ? 405 : 404];
      if (headers['x-key'] === undefined && headers.authorization === undefined) return [401];
      const isBoth =
        headers['x-key'] === 'key-1234567' && headers.authorization === 'Bearer token-1234567';
      return isBoth ? [200, []] : [403];
    }),
  );
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ key: [] }, { token: [] }],
    paths: {
      '/books': {
        get: { operationId: 'listBooks', responses: { ...ok, 403: { description: 'Forbidden' } } },
      },
    },
  });
  const both = { key: 'key-1234567', token: 'token-1234567' };
  const { broken, coverage } = await runDocument(url, document, both, { fuzz: false });
  expect(broken['document/credentials-sufficient/listBooks']).toEqual([
    'a success with one alternative / 403, 403 with each alone, and 200 with all of them together',
  ]);
  expect(coverage[0]?.declared[200]).toBeGreaterThan(0);
  const one = await runDocument(url, document, { key: 'key-1234567' }, { fuzz: false });
  expect(one.broken).not.toHaveProperty('document/credentials-sufficient/listBooks');
});
