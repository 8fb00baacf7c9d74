import { describe, expect, test } from 'vitest';
import { decodePercent } from '../../../conformance/engine/document/model/pointer.ts';
import { jsonListener, objectIn, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const named = { type: 'object', required: ['name'], properties: { name: text } };
const ok = (description: string, schema: object = {}) => ({
  200: { description, ...json(schema) },
});
const absent = { 404: { description: 'None' }, 400: { description: 'Invalid' } };
const document = (paths: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths });
const inPath = (...names: string[]) => ({
  parameters: names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
});

interface Store {
  readonly paths: object;
  /** The path of the collection, and that of one of them. */
  readonly at: readonly [collection: string, one: string];
  readonly created: (id: string, name: string) => Reply;
  readonly key?: (sent: Record<string, unknown>, count: number) => string;
  readonly listed?: (all: readonly object[], query: URLSearchParams) => Reply;
  /** The record that a creation finds, and returns. */
  readonly finds?: string;
  /** Whether a creation replaces what it finds. */
  readonly replaces?: boolean;
}

/** A run against a store that has records of others already. */
async function runOn(
  { paths, at: [collection, one], created, finds, ...more }: Store,
  others: readonly string[] = ['a', 'b'],
) {
  const { key = (_sent, count) => `n${count}`, listed = (all) => [200, all] } = more;
  const records = new Map(others.map((id) => [id, { id, name: `Of others ${id}` }]));
  const before = JSON.stringify([...records]);
  let count = 0;
  const { url } = await serverForTest(
    jsonListener(({ method, path, query, json: sent }) => {
      if (path === collection && method === 'GET') return listed([...records.values()], query);
      if (path === collection && method === 'POST') {
        const body = objectIn(sent);
        if (typeof body?.name !== 'string' || body.name === '') return [400];
        count += 1;
        const id = finds ?? key(body, count);
        if (!records.has(id) || more.replaces) records.set(id, { id, name: body.name });
        return created(id, body.name);
      }
      if (!path.startsWith(`${one}/`)) return [path === collection ? 405 : 404];
      const id = decodePercent(path.slice(one.length + 1)) ?? '';
      const found = records.get(id);
      if (found === undefined) return [404];
      if (method === 'DELETE') return [records.delete(id) ? 204 : 404];
      return method === 'GET' ? [200, found] : [405];
    }),
  );
  const result = await runDocument(url, document(paths), {}, { fuzz: false });
  const kept = JSON.stringify([...records].filter(([id]) => others.includes(id)));
  return {
    ...result,
    areOthersKept: kept === before,
    left: [...records.keys()].filter((id) => !others.includes(id)),
    made: count,
  };
}

const list = (schema: object = { type: 'array' }) => ({ responses: ok('All', schema) });
const post = (responses: object) => ({
  requestBody: { required: true, ...json(named) },
  responses: { ...responses, 400: { description: 'Invalid' } },
});
const remove = { responses: { 204: { description: 'Gone' }, ...absent } };

describe('deletes what it created, and nothing else', () => {
  test.each<[string, Store]>([
    [
      'when the response to a creation has only an id, and the list had it not before',
      {
        paths: {
          '/silences': {
            get: list(),
            post: post(ok('Made', { type: 'object', properties: { silenceID: text } })),
          },
          '/silence/{silenceID}': {
            ...inPath('silenceID'),
            get: { responses: { ...ok('One'), ...absent } },
            delete: remove,
          },
        },
        at: ['/silences', '/silence'],
        created: (id) => [200, { silenceID: id }],
      },
    ],
    [
      'when each creation replaces the one before',
      {
        paths: {
          '/keys': { get: list(), post: post(ok('Made')) },
          '/keys/{id}': {
            ...inPath('id'),
            get: { responses: { ...ok('One'), ...absent } },
            delete: remove,
          },
        },
        at: ['/keys', '/keys'],
        key: () => 'same',
        replaces: true,
        created: (id) => [200, { id }],
      },
    ],
    [
      'when nothing reads one of them',
      {
        paths: {
          '/keys': { get: list(), post: post(ok('Made')) },
          '/keys/{id}': { ...inPath('id'), delete: remove },
        },
        at: ['/keys', '/keys'],
        created: (id) => [200, { id }],
      },
    ],
    [
      'when nothing reads or lists them, and 201 names the place',
      {
        paths: {
          '/keys': { post: post({ 201: { description: 'Made' } }) },
          '/keys/{id}': { ...inPath('id'), delete: remove },
        },
        at: ['/keys', '/keys'],
        created: (id) => [201, undefined, { location: `/keys/${id}` }],
      },
    ],
    [
      'when a name of its own is the key, and the response is empty',
      {
        paths: {
          '/zones': { post: post({ 204: { description: 'Made' } }) },
          '/zones/{zone}': { ...inPath('zone'), delete: remove },
        },
        at: ['/zones', '/zones'],
        key: ({ name }) => String(name),
        created: () => [204],
      },
    ],
    [
      'when a list has pages, and the new ones are on the last one',
      {
        paths: {
          '/keys': {
            get: {
              parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
              responses: ok('A page', { type: 'array' }),
            },
            post: post(ok('Made')),
          },
          '/keys/{id}': { ...inPath('id'), delete: remove },
        },
        at: ['/keys', '/keys'],
        listed: (all, query) => {
          const page = Number(query.get('page') ?? 1);
          return [200, all.slice(5 * (page - 1), 5 * page)];
        },
        created: (id) => [200, { id }],
      },
    ],
  ])('%s', async (_when, store) => {
    const others = Array.from({ length: 12 }, (_, at) => `o${at}`);
    const { areOthersKept, left, made, leftovers } = await runOn(store, others);
    expect(made).toBeGreaterThan(1);
    expect(areOthersKept).toBe(true);
    // A name that was not made up by the run may be that of another's zone.
    const isListed = (id: string) => leftovers.join().includes(`/zones/${encodeURIComponent(id)} `);
    expect([
      left.filter((id) => !isListed(id)),
      leftovers.filter((line) => !/\/zones\//.test(line)),
    ]).toEqual([[], []]);
  });
});

test('keeps what a creation finds, although it shows what was sent, when the list had it before', async () => {
  const { areOthersKept, leftovers, sent } = await runOn({
    paths: {
      '/keys': { get: list(), post: post(ok('Made')) },
      '/keys/{id}': {
        ...inPath('id'),
        get: { responses: { ...ok('One'), ...absent } },
        delete: remove,
      },
    },
    at: ['/keys', '/keys'],
    finds: 'a',
    created: (id, name) => [200, { id, name }],
  });
  expect(areOthersKept).toBe(true);
  expect(sent.filter((request) => request.startsWith('DELETE /keys/a'))).toEqual([]);
  expect(leftovers.join()).toContain('/keys/a');
});

test('says of what cannot be identified what was sent', async () => {
  const { leftovers } = await runOn({
    paths: {
      '/keys': { post: post({ 201: { description: 'Made' } }) },
      '/keys/{id}': { ...inPath('id'), delete: remove },
    },
    at: ['/keys', '/keys'],
    created: () => [201],
  });
  expect(leftovers.join('\n')).toMatch(
    /^created from the document: POST \/keys \{"name":"[^"]+"\} \(201\) does not say what it created/m,
  );
  expect(leftovers.join()).not.toContain('no operation deletes');
});

test('deletes after the others what the others refer to', async () => {
  const tables = new Map<string, Map<number, { readonly of?: number }>>([
    ['authors', new Map()],
    ['books', new Map()],
  ]);
  let last = 0;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent }) => {
      const [, table = '', id] = path.split('/');
      const records = tables.get(table);
      const body = objectIn(sent);
      if (records === undefined) return [404];
      if (id === undefined && method === 'POST') {
        if (typeof body?.name !== 'string' || body.name === '') return [400];
        last += 1;
        const author = [...(tables.get('authors')?.keys() ?? [])].at(-1);
        records.set(last, table === 'books' && author ? { of: author } : {});
        return [201, { id: last, name: body.name }];
      }
      const known = records.get(Number(id));
      if (known === undefined) return [id === undefined ? 405 : 404];
      if (method === 'GET') return [200, { id: Number(id) }];
      const isUsed = [...(tables.get('books')?.values() ?? [])].some(
        (one) => one.of === Number(id),
      );
      if (method === 'DELETE' && table === 'authors' && isUsed) return [409];
      return method === 'DELETE' && records.delete(Number(id)) ? [204] : [405];
    }),
  );
  const one = (name: string) => ({
    [`/${name}`]: { post: post({ 201: { description: 'Made' } }) },
    [`/${name}/{id}`]: {
      ...inPath('id'),
      get: { responses: { ...ok('One'), ...absent } },
      delete: { responses: { ...remove.responses, 409: { description: 'Used' } } },
    },
  });
  const { leftovers } = await runDocument(
    url,
    document({ ...one('authors'), ...one('books') }),
    {},
    { fuzz: false },
  );
  expect(leftovers).toEqual([]);
  expect([...tables.values()].map(({ size }) => size)).toEqual([0, 0]);
});

test('reads a list before it creates in it, also by way of a resource of its own', async () => {
  const users = new Set<number>();
  const notes = new Map([[1, 'Of others']]);
  let last = 1;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent }) => {
      const name = objectIn(sent)?.name;
      const user = Number(/^\/users\/(\d+)/.exec(path)?.[1]);
      const note = Number(/^\/notes\/(\d+)$/.exec(path)?.[1]);
      if (method === 'POST' && /^\/(users|notes|users\/\d+\/notes)$/.test(path)) {
        if (typeof name !== 'string' || name === '') return [400];
        if (path.startsWith('/users/') && !users.has(user)) return [404];
        last += 1;
        if (path === '/users') users.add(last);
        else notes.set(last, name);
        return [200, { id: last }];
      }
      if (path === '/notes' && method === 'GET')
        return [200, [...notes.keys()].map((id) => ({ id }))];
      if (path === `/users/${user}` && users.has(user)) {
        if (method === 'GET') return [200, { id: user }];
        return method === 'DELETE' && users.delete(user) ? [204] : [405];
      }
      if (!notes.has(note)) return [404];
      return method === 'DELETE' && notes.delete(note) ? [204] : [405];
    }),
  );
  const shows = ok('Made', { type: 'object', properties: { id: { type: 'integer' } } });
  const paths = {
    '/users': { post: post(shows) },
    '/users/{user}': {
      ...inPath('user'),
      get: { responses: { ...ok('One'), ...absent } },
      delete: remove,
    },
    '/users/{user}/notes': { ...inPath('user'), post: post(shows) },
    '/notes': { get: list(), post: post(shows) },
    '/notes/{id}': { ...inPath('id'), delete: remove },
  };
  const { sent, leftovers } = await runDocument(url, document(paths), {}, { fuzz: false });
  expect(sent.join('\n')).toMatch(/^POST \/users\/\d+\/notes /m);
  expect([[...notes], leftovers]).toEqual([[[1, 'Of others']], []]);
});

describe('deletes what it created', () => {
  interface Room {
    readonly slug: string;
    readonly name: string;
    readonly size: number;
  }

  /** A run against rooms whose key the server makes of the name. `accepts` says no to what was stored before it was checked. */
  async function runOnRooms(accepts: (sent: Record<string, unknown>) => boolean) {
    const rooms = new Map<string, Room>([
      ['room-hall', { slug: 'room-hall', name: 'hall', size: 9 }],
    ]);
    const { url } = await serverForTest(
      jsonListener(({ method, path, json: sent }) => {
        const body = objectIn(sent);
        const name = body?.name;
        const slug = `room-${name}`;
        if (path === '/rooms' && method === 'GET') return [200, [...rooms.values()]];
        if (path === '/rooms' && method === 'POST') {
          if (typeof name !== 'string' || name === '' || rooms.has(slug)) return [400];
          if (body?.size !== 1 && body?.size !== 2) return [400];
          const room = { slug, name, size: body.size };
          rooms.set(slug, room);
          return body && accepts(body) ? [201, room] : [422];
        }
        const key = decodePercent(path.replace('/rooms/', '')) ?? '';
        const known = rooms.get(key);
        if (known === undefined) return [404];
        if (method === 'GET') return [200, known];
        if (method === 'DELETE') return [rooms.delete(key) ? 204 : 404];
        if (method !== 'PATCH') return [405];
        if (typeof name !== 'string' || name === '') return [400];
        if (slug !== key && rooms.has(slug)) return [409];
        rooms.delete(key);
        rooms.set(slug, { ...known, slug, name });
        return [200, rooms.get(slug)];
      }),
    );
    const room = {
      type: 'object',
      required: ['name', 'size'],
      properties: {
        slug: { ...text, readOnly: true },
        name: text,
        size: { type: 'integer', enum: [1, 2] },
      },
    };
    const change = { required: true, ...json(named) };
    const changed = { ...ok('Changed', room), ...absent, 409: { description: 'Taken' } };
    const paths = {
      '/rooms': {
        get: list({ type: 'array', items: room }),
        post: {
          requestBody: { required: true, ...json(room) },
          responses: {
            201: { description: 'Made', ...json(room) },
            400: { description: 'Invalid' },
          },
        },
      },
      '/rooms/{slug}': {
        ...inPath('slug'),
        get: { responses: { ...ok('One', room), ...absent } },
        patch: { requestBody: change, responses: changed },
        delete: remove,
      },
    };
    const { leftovers, broken } = await runDocument(url, document(paths), {}, { fuzz: false });
    const stored = Object.keys(broken).filter((id) => id.includes('/rejected-creates-nothing/'));
    return { rooms: [...rooms.keys()], leftovers, stored };
  }

  test('by a request that the server then rejected', async () => {
    expect(await runOnRooms(({ size = 1 }) => size === 1)).toEqual({
      rooms: ['room-hall'],
      leftovers: [],
      stored: ['document/rejected-creates-nothing/post-rooms'],
    });
  });

  test('under the name that an update gave it', async () => {
    expect(await runOnRooms(() => true)).toEqual({
      rooms: ['room-hall'],
      leftovers: [],
      stored: [],
    });
  });
});

test('refers to what it created, by the whole name of a resource in the name of its parameter', async () => {
  const kinds = new Map([[1, 'Of others']]);
  const rooms = new Map<number, string>();
  const used: unknown[] = [];
  let last = 1;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent }) => {
      const [, collection, id] = path.split('/');
      const body = objectIn(sent);
      const records = collection === 'roomkinds' ? kinds : rooms;
      if (id !== undefined) {
        const known = records.get(Number(id));
        if (known === undefined) return [404];
        if (method === 'GET') return [200, { id: Number(id), name: known }];
        return method === 'DELETE' && records.delete(Number(id)) ? [204] : [405];
      }
      if (method !== 'POST') return [405];
      if (typeof body?.name !== 'string' || body.name === '') return [400];
      if (records === rooms) {
        const kind = objectIn(body.kind)?.id;
        if (typeof kind !== 'number' || !kinds.has(kind)) return [400];
        used.push(kind);
      }
      last += 1;
      records.set(last, body.name);
      return [201, { id: last, name: body.name }];
    }),
  );
  const kind = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', minimum: 0, example: 1 }, name: text },
  };
  const room = { type: 'object', required: ['name', 'kind'], properties: { name: text, kind } };
  const made = { 201: { description: 'Made' }, 400: { description: 'Invalid' } };
  const paths = {
    '/rooms': { post: { requestBody: { required: true, ...json(room) }, responses: made } },
    '/rooms/{roomId}': {
      ...inPath('roomId'),
      get: { responses: { ...ok('One'), ...absent } },
      delete: remove,
    },
    '/roomkinds': { post: post({ 201: { description: 'Made' } }) },
    '/roomkinds/{roomKindId}': {
      ...inPath('roomKindId'),
      get: { responses: { ...ok('One'), ...absent } },
      delete: remove,
    },
  };
  await runDocument(url, document(paths), {}, { fuzz: false });
  expect(used.length).toBeGreaterThan(1);
  expect(used.filter((id) => id === 1)).toEqual([]);
});
