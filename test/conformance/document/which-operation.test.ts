import { expect, test } from 'vitest';
import { jsonListener, type Received, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const returns = (field: string) => ({
  200: {
    description: 'OK',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: [field],
          additionalProperties: false,
          properties: { [field]: {} },
        },
      },
    },
  },
  404: { description: 'Unknown' },
});
const text = (name: string, example: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example,
});

async function run(
  paths: object,
  respond: (received: Received) => Reply,
  more: object = {},
  base = '',
) {
  const received: Received[] = [];
  const { url } = await serverForTest(
    jsonListener((request) => {
      received.push(request);
      return request.method === 'GET' ? respond(request) : [405, undefined, { allow: 'GET' }];
    }),
  );
  const document = { openapi: '3.1.0', info: { title: 'Users', version: '1' }, ...more, paths };
  const result = await runDocument(url + base, JSON.stringify(document).replaceAll('{url}', url));
  return { ...result, received };
}

const name = text('name', 'ada');
const users = {
  '/users/{name}': {
    get: { operationId: 'getUser', parameters: [name], responses: returns('name') },
  },
  '/users/{name}:profile': {
    get: { operationId: 'getProfile', parameters: [name], responses: returns('bio') },
  },
  '/users/{name}:activate': {
    post: { operationId: 'activate', parameters: [name], responses: returns('since') },
  },
};
const userServer =
  (profile: object) =>
  ({ path }: Received): Reply => {
    if (path === '/users/ada') return [200, { name: 'ada' }];
    return path === '/users/ada:profile' ? [200, profile] : [404];
  };

test('judges a custom method by its own operation', async () => {
  expect((await run(users, userServer({ bio: 'Wrote notes' }))).broken).toEqual({});
  const { broken } = await run(users, userServer({ name: 'ada' }));
  expect(Object.keys(broken)).toEqual(['document/response-schema']);
});

const ambiguous = {
  '/{kind}/latest': {
    get: {
      operationId: 'getLatest',
      parameters: [text('kind', 'news')],
      responses: returns('date'),
    },
  },
  '/items/{id}': {
    get: { operationId: 'getItem', parameters: [text('id', 'latest')], responses: returns('id') },
  },
};

test('judges a path that two templates match by the operation that was sent', async () => {
  const serve =
    (item: object) =>
    ({ path }: Received): Reply => {
      if (path === '/news/latest') return [200, { date: '2030-01-01' }];
      return path === '/items/latest' ? [200, item] : [404];
    };
  expect((await run(ambiguous, serve({ id: 'latest' }))).broken).toEqual({});
  const { broken } = await run(ambiguous, serve({ date: '2030-01-01' }));
  expect(Object.keys(broken)).toEqual(['document/response-schema']);
});

const here = { operationId: 'getHere', responses: returns('a') };
const files = { operationId: 'getFile', responses: returns('b') };
const serve = ({ path }: Received): Reply => {
  if (path === '/v1/here') return [200, { a: 1 }];
  return path === '/files/file' ? [200, { b: 1 }] : [404];
};
const root = { servers: [{ url: '{url}/{version}', variables: { version: { default: 'v1' } } }] };
const notHere = expect.stringContaining('not tested: the document has it on another server');

test.each<[what: string, server: string]>([
  ['another host', 'https://files.example.com'],
  ['another path', '/files'],
])('does not test what the document has on %s, and says so', async (_what, server) => {
  const paths = { '/here': { get: here }, '/file': { servers: [{ url: server }], get: files } };
  const { broken, skipped, received } = await run(paths, serve, root, '/v1');
  expect(broken).toEqual({});
  expect(skipped).toContainEqual(notHere);
  expect(received.filter(({ path }) => path.endsWith('/file'))).toEqual([]);
});

test('tests what the document has on the server of an operation, at its address', async () => {
  const operation = { ...files, servers: [{ url: '{url}/files/' }] };
  const paths = { '/here': { get: here }, '/file': { get: operation } };
  const { broken, skipped, coverage, received } = await run(paths, serve, root, '/files');
  expect(broken).toEqual({});
  expect(skipped).toContainEqual(notHere);
  expect(coverage.find(({ operation: id }) => id === 'getFile')?.successes).toBeGreaterThan(0);
  expect(received.filter(({ path }) => path.endsWith('/here'))).toEqual([]);
});

test('tests everything at an address that the document does not name', async () => {
  const servers = [{ url: 'https://api.example.com/v1' }];
  const paths = { '/here': { servers, get: here }, '/file': { get: files } };
  const respond = ({ path }: Received): Reply => [200, path === '/here' ? { a: 1 } : { b: 1 }];
  const { broken, skipped } = await run(paths, respond, { servers });
  expect(broken).toEqual({});
  expect(skipped).not.toContainEqual(notHere);
});
