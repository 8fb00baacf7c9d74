import { expect, test } from 'vitest';
import { documentSuite } from '../../../conformance/engine/document/document-suite.ts';
import { runSuites } from '../../../conformance/engine/run-suites.ts';
import { jsonListener, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';

const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const book = { $ref: '#/components/schemas/Book' };
const read = (operationId: string, schema: object) => ({
  get: { operationId, responses: { 200: { description: 'ok', ...body(schema) } } },
});
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/newest': read('newestBook', book),
    '/books': read('listBooks', { type: 'array', items: book }),
    '/shelf': read('shelf', { properties: { books: { type: 'array', items: book } } }),
    '/authors': read('author', { required: ['name'], properties: { name: { type: 'string' } } }),
  },
  components: {
    schemas: { Book: { properties: { year: { type: 'integer' }, pages: { type: 'integer' } } } },
  },
});

const notAllowed: Reply = [405, undefined, { allow: 'GET' }];

async function causesOf(replies: Readonly<Record<string, Reply>>) {
  const { url } = await serverForTest(
    jsonListener(({ method, path }) => (method === 'GET' ? (replies[path] ?? [404]) : notAllowed)),
  );
  const { causes } = await runSuites([documentSuite(document)], { baseUrl: url });
  return causes.map(({ title, operations }) => ({ title, operations: operations.toSorted() }));
}

const author: Reply = [200, { name: 'Ada' }];

test('a field that is wrong wherever its schema is used is one cause', async () => {
  const wrong = { year: '1843', pages: 3 };
  expect(
    await causesOf({
      '/newest': [200, wrong],
      '/books': [200, [wrong, wrong]],
      '/shelf': [200, { books: [wrong] }],
      '/authors': author,
    }),
  ).toEqual([
    {
      title: 'expected /*/year must be integer; got "1843"',
      operations: ['listBooks', 'newestBook', 'shelf'],
    },
  ]);
});

test('two fields that are wrong are two causes', async () => {
  const causes = await causesOf({
    '/newest': [200, { year: '1843', pages: 'many' }],
    '/books': [200, []],
    '/shelf': [200, {}],
    '/authors': [200, { name: 7 }],
  });
  expect(causes.map(({ title }) => title).toSorted()).toEqual([
    'expected /name must be string; got 7',
    'expected /pages must be integer; got "many"',
    'expected /year must be integer; got "1843"',
  ]);
});

test('a server error is one cause, although it also has an undeclared status and type', async () => {
  const error: Reply = [500, { message: 'no such table: books' }];
  expect(
    await causesOf({ '/newest': error, '/books': error, '/shelf': [200, {}], '/authors': author }),
  ).toEqual([{ title: 'HTTP 500: no such table: books', operations: ['listBooks', 'newestBook'] }]);
});
