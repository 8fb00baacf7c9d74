import { expect, test } from 'vitest';
import { jsonListener, objectIn, type Reply } from '../../json-listener.ts';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const book = { type: 'object', required: ['title'], properties: { title: text } };
const number = { type: 'integer' };

interface Pages {
  /** The optional parameters of the list. */
  readonly parameters: readonly string[];
  /** The largest `limit`, if the list requires one. */
  readonly largest?: number;
  readonly page: (all: readonly object[], query: URLSearchParams) => Reply;
}

const cut = (all: readonly object[], start: number) => all.slice(start, start + 10);

const kinds: Readonly<Record<string, Pages>> = {
  'a page from 1': {
    parameters: ['page'],
    page: (all, query) => [200, cut(all, 10 * (Number(query.get('page') ?? 1) - 1))],
  },
  'a page from 0': {
    parameters: ['page'],
    page: (all, query) => [200, cut(all, 10 * Number(query.get('page') ?? 0))],
  },
  'an offset': {
    parameters: ['offset'],
    page: (all, query) => [
      200,
      { total: all.length, items: cut(all, Number(query.get('offset') ?? 0)) },
    ],
  },
  'a cursor': {
    parameters: ['cursor'],
    page: (all, query) => {
      const start = Number(query.get('cursor')?.slice(1) ?? 0);
      const next = start + 10 < all.length ? `c${start + 10}` : null;
      return [200, { items: cut(all, start), nextCursor: next }];
    },
  },
  'a link': {
    parameters: [],
    page: (all, query) => {
      const start = Number(query.get('from') ?? 0);
      const isLast = start + 10 >= all.length;
      const link = { link: `</books?from=${start + 10}>; rel="next"` };
      return [200, cut(all, start), isLast ? {} : link];
    },
  },
  'a required limit': {
    parameters: [],
    largest: 50,
    page: (all, query) => [200, all.slice(0, Number(query.get('limit')))],
  },
};

type Fault = 'omits the newest' | 'lists the newest twice' | 'lists what is deleted';

/** A run on a list of 24 books of others, in which new ones come last. */
async function runOn({ parameters, largest, page }: Pages, fault?: Fault, isReadable = true) {
  const books = new Map<number, object>();
  const deleted: object[] = [];
  for (let id = 1; id <= 24; id += 1) books.set(id, { id, title: `Of others ${id}` });
  let last = 100;
  const { url } = await serverForTest(
    jsonListener(({ method, path, query, json: sent }) => {
      const id = Number(/^\/books\/(\d+)$/.exec(path)?.[1]);
      if (path === '/books' && method === 'GET') {
        const all = [...books.values()];
        const newest = all.slice(-1);
        if (fault === 'omits the newest' && books.size > 25) return page(all.slice(0, -1), query);
        if (fault === 'lists the newest twice') return page([...all, ...newest], query);
        return page(fault === 'lists what is deleted' ? [...all, ...deleted] : all, query);
      }
      if (path === '/books' && method === 'POST') {
        const { title, ...others } = objectIn(sent) ?? {};
        if (typeof title !== 'string' || title === '' || Object.keys(others).length > 0)
          return [400];
        last += 1;
        books.set(last, { id: last, title });
        return [201, books.get(last)];
      }
      const found = books.get(id);
      if (found === undefined) return [404];
      if (method === 'DELETE') deleted.push(found);
      if (method === 'DELETE') return [books.delete(id) ? 204 : 404];
      return method === 'GET' ? [200, found] : [405];
    }),
  );
  const named = (name: string, place: string) => ({
    ...{ name, in: place, required: place === 'path' },
    schema: name === 'cursor' ? text : number,
  });
  const limit = (maximum: number) => ({
    ...{ name: 'limit', in: 'query', required: true },
    schema: { type: 'integer', minimum: 1, maximum },
  });
  const none = { 404: { description: 'None' }, 400: { description: 'Invalid' } };
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: {
      '/books': {
        get: {
          operationId: 'listBooks',
          parameters: [
            ...parameters.map((name) => named(name, 'query')),
            ...(largest === undefined ? [] : [limit(largest)]),
          ],
          responses: { 200: { description: 'A page' } },
        },
        post: {
          operationId: 'addBook',
          requestBody: { required: true, ...json({ ...book, additionalProperties: false }) },
          responses: { 201: { description: 'Made' }, 400: { description: 'Invalid' } },
        },
      },
      '/books/{id}': {
        parameters: [named('id', 'path')],
        ...(isReadable && { get: { responses: { 200: { description: 'A book' }, ...none } } }),
        delete: { responses: { 204: { description: 'Gone' }, ...none } },
      },
    },
  });
  const check = 'document/created-is-listed/listBooks';
  const { outcomes, leftovers } = await runDocument(url, document, {}, { only: [check] });
  const found = outcomes.find((outcome) => outcome.check === check);
  return {
    found: [
      found?.kind,
      ...(found?.failures.map(({ expected, got }) => `${expected} / ${got}`) ?? []),
    ],
    left: [books.size - 24, ...leftovers],
  };
}

test.each(Object.keys(kinds))('finds what it created by %s', async (kind) => {
  const { found, left } = await runOn(kinds[kind] ?? { parameters: [], page: () => [500] });
  expect([found, left]).toEqual([['passed'], [0]]);
});

test.each<[string, Fault, string]>([
  ['a page from 1', 'omits the newest', 'each new resource once / 0 times'],
  ['a required limit', 'omits the newest', 'each new resource once / 0 times'],
  ['an offset', 'lists the newest twice', 'each new resource once / 2 times'],
  ['a cursor', 'lists what is deleted', 'no deleted resource / the deleted resource'],
])('reports on later pages, by %s, a list that %s', async (kind, fault, failure) => {
  const { found } = await runOn(kinds[kind] ?? { parameters: [], page: () => [500] }, fault);
  expect(found).toEqual(['failed', failure]);
});

test('reports nothing of a list that is longer than the largest page, and has no other', async () => {
  const page = kinds['a required limit']?.page ?? (() => [500]);
  const { found, left } = await runOn({ parameters: [], largest: 1, page });
  expect([found, left]).toEqual([['skipped'], [0]]);
});

test.each([
  [undefined, ['passed']],
  ['lists what is deleted', ['failed', 'no deleted resource / the deleted resource']],
] as const)('judges a list of what nothing else reads, which %s', async (fault, expected) => {
  const kind = kinds['a page from 1'];
  const { found } = await runOn(kind ?? { parameters: [], page: () => [500] }, fault, false);
  expect(found).toEqual(expected);
});
