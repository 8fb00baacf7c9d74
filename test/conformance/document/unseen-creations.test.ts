import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const file = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', minLength: 1 } },
};
const order = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const one = { description: 'A file', ...json(file) };
const failures = { 400: { description: 'Invalid' }, 404: { description: 'None' } };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/files': {
      get: {
        operationId: 'list',
        responses: { 200: { description: 'All', ...json({ type: 'array', items: file }) } },
      },
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(file) },
        responses: { 201: one, ...failures },
      },
    },
    '/files/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: one, ...failures } },
      delete: {
        operationId: 'remove',
        responses: { 204: { description: 'Gone' }, ...failures },
      },
    },
    '/export': {
      post: {
        operationId: 'export',
        requestBody: { required: true, ...json(order) },
        responses: { 204: { description: 'A file will be there later' }, ...failures },
      },
    },
  },
});

/** Each export adds a file with the name of an earlier one, which its response does not say. */
function fileServer() {
  const files = new Map<number, object>();
  let last = 0;
  let exports = 0;
  let added = '';
  const add = (name: unknown) => {
    last += 1;
    files.set(last, { id: last, name });
    return files.get(last);
  };
  const listener = jsonListener(({ method, path, json: sent }) => {
    const { name } = objectIn(sent) ?? {};
    if (path === '/files' && method === 'GET') return [200, [...files.values()]];
    if (method === 'POST' && (path === '/files' || path === '/export')) {
      if (typeof name !== 'string' || name === '') return [400];
      if (path === '/files') {
        if (/t[0-9a-f]{7}/.test(name)) added = name;
        return [201, add(name)];
      }
      exports += 1;
      add(`${added} ${exports}`);
      return [204];
    }
    const id = /^\/files\/(\d+)$/.exec(path)?.[1];
    const found = files.get(Number(id));
    if (found === undefined) return [id === undefined ? 405 : 404];
    if (method === 'DELETE') return [files.delete(Number(id)) ? 204 : 404];
    return method === 'GET' ? [200, found] : [405];
  });
  return { listener, files, exported: () => exports };
}

test('keeps time to delete what many actions create, whose responses do not say it', async () => {
  const { listener, files, exported } = fileServer();
  const { url } = await serverForTest(listener);
  const known = new Map<string, number>();
  const only = [
    'document/valid-body/add',
    'document/created-is-readable/read',
    'document/fuzz/export',
  ];
  const { leftovers } = await runDocument(
    url,
    document,
    {},
    {
      only,
      onEvent: (event) =>
        void (event.type === 'made' && known.set(JSON.stringify(event.resource), exported())),
    },
    { maxExamples: 300 },
  );
  const all = exported();
  expect(all).toBeGreaterThan(200);
  // Long before the end it knows of most that it will have to delete.
  expect([...known.values()].filter((count) => count < all).length).toBeGreaterThan(all / 2);
  // Without a text of the run it may be another's.
  const isOfRun = (one: object) => /t[0-9a-f]{7}/.test(JSON.stringify(one));
  expect([leftovers, [...files.values()].filter(isOfRun)]).toEqual([[], []]);
});
