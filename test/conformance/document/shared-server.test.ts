import { expect, test } from 'vitest';
import { emptyProfile } from '../../../conformance/engine/profile/profile.ts';
import type { RunOptions } from '../../../conformance/engine/run/run-options.ts';
import { jsonListener, objectIn, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';
import { json, sharedDocument, sharedServer } from './shared-server.ts';

async function open() {
  const server = sharedServer();
  const { url } = await serverForTest(server.listener);
  const run = (options: Partial<RunOptions>) =>
    runDocument(url, sharedDocument, {}, options, { maxExamples: 10 });
  return { ...server, run };
}

const methodsOf = (sent: readonly string[]) =>
  new Set(sent.map((request) => request.split(' ', 1)[0]));

test('changes nothing that it did not create, and deletes or lists what it created', async () => {
  const { records, added, run } = await open();
  const before = records();
  for (const seed of [1, 2]) {
    const { leftovers, sent, coverage } = await run({ seed });
    expect(records()).toBe(before);
    expect(added()).toEqual([]);
    // Each with its body.
    expect(leftovers.length).toBeGreaterThan(10);
    for (const left of leftovers)
      expect(left).toMatch(
        /^created from the document: POST \/notes( \S.*)? created something that no operation deletes/,
      );
    expect(leftovers.join()).toMatch(/POST \/notes \{"title":"sample-t\w{7}"\} created/);
    // It tests its own resources.
    expect(methodsOf(sent)).toEqual(new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']));
    expect(
      coverage
        .filter(
          ({ requests, declared }) =>
            requests > 0 && !declared[200] && !declared[201] && !declared[204],
        )
        .map(({ operation }) => operation),
    ).toEqual([]);
  }
});

test.each([
  ['says so', '200: { description: It was there }, 201: ', 'shows'],
  ['says so, and it would replace that', '200: { description: It was there }, 201: ', 'replaces'],
  ['has one status for both, and another value is shown', '200: ', 'shows'],
] as const)(
  'does not change what a POST has found, and not created, when the document %s',
  async (_what, status, finds) => {
    const server = sharedServer({ finds });
    const before = server.records();
    const { url } = await serverForTest(server.listener);
    const document = sharedDocument
      .replaceAll('minLength: 1 }', 'minLength: 1, example: Of someone else 7 }')
      .replace('done: { type: boolean }', 'done: { type: string, example: now }')
      .replace('required: [title]', 'required: [title, done]')
      .replace('responses: { 201: ', `responses: { ${status}`);
    const { sent, leftovers, broken } = await runDocument(url, document);
    expect(server.records()).toBe(before);
    expect(broken).not.toHaveProperty('document/created-is-readable/getTodo');
    for (const id of server.added())
      expect(leftovers.join()).toMatch(
        new RegExp(`/todos/${id} \\{"[^)]*\\} \\(it may be another's`),
      );
    expect(methodsOf(sent)).toEqual(new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']));
  },
);

interface Creation {
  readonly created: (of: { id: number; sent: object; all: readonly object[] }) => Reply;
  /** The number of the item 4, which others have. */
  readonly other?: unknown;
  readonly read?: (item: object) => object;
  /** Texts of the document, and what is there instead. */
  readonly change?: Readonly<Record<string, string>>;
}

/** What a run leaves on a server whose responses to a creation are these, and whether it changed something. */
async function runOnItems({ created, other = 7, read = (item) => item, change = {} }: Creation) {
  const items = new Map<number, object>([[4, { rate: other }]]);
  const keys = new Map<unknown, readonly [id: number, text: string]>();
  let last = 100;
  const listener = jsonListener(({ method, path, json, text, headers }) => {
    const sent = { ...objectIn(json) };
    const given = Number(path.slice('/items/'.length));
    if (/^(POST|PUT)$/.test(method) && typeof sent.rate !== 'number') return [400];
    if (path === '/items' && method !== 'POST') return [405, undefined, { allow: 'POST' }];
    if (path === '/items') {
      const key = headers['idempotency-key'];
      const [id, before] = keys.get(key) ?? [++last, text];
      if (before !== text) return [409];
      if (key !== undefined) keys.set(key, [id, text]);
      items.set(id, sent);
      return created({ id, sent, all: [...items].map(([id, item]) => ({ id, ...item })) });
    }
    if (!items.has(given)) return [404];
    if (method === 'PUT') items.set(given, sent);
    if (method === 'DELETE') items.delete(given);
    return [200, { id: given, ...read({ ...items.get(given) }) }];
  });
  const { url } = await serverForTest(listener);
  const rate = 'properties: { rate: { type: integer, minimum: 1 } }, example: { rate: 1 }';
  const body = `requestBody: { required: true, ${json(`{ type: object, required: [rate], ${rate} }`)} }`;
  const one = '{ 200: { description: An item }, 404: { description: None } }';
  const document = `openapi: 3.1.0
info: { title: Items, version: '1' }
paths:
  /items: { post: { ${body}, responses: { 201: { description: Made }, 400: { description: Invalid } } } }
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getItem, responses: ${one} }
    put: { ${body}, responses: ${one} }
    delete: { responses: ${one} }
`;
  const changed = Object.entries(change).reduce(
    (text, [from, to]) => text.replace(from, to),
    document,
  );
  const { sent } = await runDocument(url, changed);
  return { items, wasChanged: methodsOf(sent).has('PUT') };
}

const fast = (item: object) => ({ ...item, rate: 60 });
const link =
  'links: { item: { operationId: getItem, parameters: { id: $response.body#/cart/id } } }';
const key =
  '{ name: Idempotency-Key, in: header, required: true, schema: { type: string, example: a1 } }';
const inside = { 'example: { rate: 1 }': 'example: { rate: 1, of: { id: 4 } }' };
const repeatable = { 'post: {': `post: { parameters: [${key}],`, '201:': '200:' };

test.each<[string, Creation]>([
  [
    'has a number that the server changes',
    { created: ({ id, sent }) => [201, { ...fast(sent), id }], read: fast },
  ],
  [
    'returns 200, and 201 is documented for what is new',
    {
      created: ({ id }) => [200, { id }],
      change: { '201:': '200: { description: It was there }, 201:' },
    },
  ],
  ['shows links', { created: ({ id }) => [201, { id, links: [{ rel: 'self', rate: 'none' }] }] }],
  [
    'has its place in Location',
    { created: ({ id }) => [201, {}, { location: `/items/${id}` }], read: fast },
  ],
  ['has the id of something else inside', { created: ({ id }) => [201, { id }], change: inside }],
  [
    'repeats by Idempotency-Key, with 200',
    { created: ({ id }) => [200, { id }], change: repeatable },
  ],
])('changes and deletes what it created when a creation %s', async (_what, creation) => {
  const { items, wasChanged } = await runOnItems(creation);
  expect([...items.keys()]).toEqual([4]);
  expect(wasChanged).toBe(true);
});

test.each<[string, Creation]>([
  [
    'cart with its items, which have the same number',
    { other: 1, created: ({ all }) => [201, { id: 4, items: all }] },
  ],
  [
    'cart with its items, and an id was sent',
    {
      other: 1,
      created: ({ all }) => [201, { id: 4, items: all }],
      change: { 'example: { rate: 1 }': 'example: { rate: 1, id: 9 }' },
    },
  ],
  [
    'cart alone, and the item has another number',
    { other: 9, created: () => [201, { id: 4, total: 1 }] },
  ],
  [
    'cart by a link, and nothing that was sent is shown',
    {
      other: 'some',
      created: () => [201, { cart: { id: 4 } }],
      change: { 'description: Made': `$&, ${link}` },
    },
  ],
  [
    'item with the same optional number, and a read shows none of them',
    {
      other: 7,
      created: ({ id, sent }) => [200, { id: 'code' in sent ? 4 : id }],
      read: () => ({}),
      change: { '201:': '200:', 'minimum: 1 }': '$&, code: { type: integer }' },
    },
  ],
  [
    'job that will create it',
    { other: 1, created: ({ all }) => [202, { id: all.length + 2 }], change: { '201:': '202:' } },
  ],
])('changes nothing else when a creation returns the id of the %s', async (_what, creation) => {
  const { items } = await runOnItems(creation);
  expect(items.get(4)).toEqual({ rate: creation.other });
  expect(items.size).toBeGreaterThan(1);
});

test('keeps what a POST has found, and shows as it was sent, and deletes what is new', async () => {
  const labels = new Map<unknown, object>([['bug', { id: 1, name: 'bug' }]]);
  const deleted = new Set<number>();
  const listener = jsonListener(({ method, path, json }) => {
    const { name, color = '', ...others } = objectIn(json) ?? {};
    const id = Number(path.slice('/labels/'.length));
    if (path === '/labels') {
      const isValid = typeof name === 'string' && name !== '' && typeof color === 'string';
      if (!isValid || Object.keys(others).length > 0) return [400];
      const label = labels.get(name) ?? { id: labels.size + 1, name, color };
      labels.set(name, label);
      return [200, label];
    }
    const label = [...labels.values()][id - 1];
    if (label === undefined || deleted.has(id)) return [404];
    if (method === 'DELETE') deleted.add(id);
    return [200, label];
  });
  const { url } = await serverForTest(listener);
  const name = '{ name: { type: string, minLength: 1, example: bug }, color: { type: string } }';
  const label = `{ type: object, required: [name], additionalProperties: false, properties: ${name} }`;
  const found = '{ 200: { description: The label }, 400: { description: Invalid } }';
  const paths = `
  /labels: { post: { requestBody: { required: true, ${json(label)} }, responses: ${found} } }
  /labels/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { 200: { description: The label } } }
    delete: { responses: { 200: { description: Gone } } }
`;
  const document = `openapi: 3.1.0\ninfo: { title: Labels, version: '1' }\npaths:${paths}`;
  const { skipped, broken } = await runDocument(url, document);
  // A label that was found has the color that it had.
  expect(broken).not.toHaveProperty('document/created-is-readable/get-labels-id-');
  expect(deleted.size).toBeGreaterThan(0);
  expect(deleted).not.toContain(1);
  expect(skipped.join()).not.toContain('deleted-is-gone');
});

test('updates with the id of the path in the body, by which a server may save', async () => {
  const server = sharedServer({ readsId: true });
  const before = server.records();
  const { url } = await serverForTest(server.listener);
  const document = sharedDocument.replaceAll('id: { type: integer', '$&, minimum: 1');
  const { sent } = await runDocument(url, document);
  expect(server.records()).toBe(before);
  expect(sent.some((request) => /^PUT \/todos\/(\d+) .*"id":\1\b/s.test(request))).toBe(true);
});

test('sends only GET and HEAD with --read-only', async () => {
  const { run } = await open();
  const { sent, leftovers } = await run({ readOnly: true });
  expect(methodsOf(sent)).toEqual(new Set(['GET', 'HEAD']));
  expect(leftovers).toEqual([]);
});

test('changes the data of others only with --destructive', async () => {
  const { records, run } = await open();
  await run({ destructive: true });
  expect(records()).toBe('[]');
});

test('varies an optional field that contains its own schema', async () => {
  const { url } = await serverForTest(sharedServer().listener);
  const within = "        within: { $ref: '#/components/schemas/Sent' }\n";
  const document = sharedDocument.replace('        done:', `${within}        done:`);
  const { outcomes } = await runDocument(url, document);
  expect(outcomes.filter(({ kind }) => kind === 'error')).toEqual([]);
});

test('sends an id that is an object whose text cannot be read', async () => {
  const { url } = await serverForTest((_request, response) => response.writeHead(400).end());
  const id =
    'id: { type: object, required: [toString], properties: { toString: { type: string } } }';
  const { outcomes } = await runDocument(
    url,
    sharedDocument.replace('id: { type: integer }\n        done', `${id}\n        done`),
  );
  expect(outcomes.filter(({ kind }) => kind === 'error')).toEqual([]);
});

test.each([
  ['text/html; charset=utf-8', 'observed'],
  ['application/json', 'failed'],
])('a GET of an undeclared path that returns %s is %s', async (type, kind) => {
  const api = sharedServer();
  const { url } = await serverForTest((request, response) => {
    const isPage = request.method === 'GET' && request.url === '/notes';
    if (isPage) response.writeHead(200, { 'content-type': type }).end('{}');
    else api.listener(request, response);
  });
  const { outcomes } = await runDocument(
    url,
    sharedDocument,
    {},
    { only: ['document/undeclared-method'] },
  );
  expect(outcomes.find(({ check }) => check.endsWith('/addNote'))?.kind).toBe(kind);
});

test.each([
  ['of its parent', (created?: object) => ({ ...created, id: 1, title: 'Of someone else 1' })],
  ['of its author only', (created?: object) => ({ ...created, id: undefined, author: { id: 2 } })],
  ['of what has a letter for its title', (created?: object) => ({ ...created, id: 3 })],
])('changes nothing else when a creation returns the id %s', async (_whose, shows) => {
  const server = sharedServer({ shows });
  const before = server.records();
  const { url } = await serverForTest(server.listener);
  const { leftovers } = await runDocument(url, sharedDocument);
  expect(server.records()).toBe(before);
  expect(leftovers).toContainEqual(expect.stringContaining("it may be another's"));
});

const wrapped = 'properties: { data: { type: object, required: [id, title], properties: &fields';
const inBody = sharedDocument
  .replace('required: [title]\n      properties: &fields', `required: [data]\n      ${wrapped}`)
  .replace(
    /title: (.*)\n\s*id: (.*)\n\s*done: (.*)\n/,
    '{ title: $1, id: { type: integer, example: 1 }, done: $3 } } }\n',
  );
const idInQuery = 'name: id, in: query, required: true, schema: { type: integer }, example: 1';

test.each([
  ['an object inside the body', inBody],
  ['the query', sharedDocument.replace('addTodo,', `$& parameters: [{ ${idInQuery} }],`)],
  [
    'the query of an update',
    sharedDocument.replace('replaceTodo,', `$& parameters: [{ ${idInQuery} }],`),
  ],
])('replaces nothing whose id is in %s', async (_where, document) => {
  const titles = new Map<unknown, unknown>([[1, 'Of someone else']]);
  let last = 1;
  const listener = jsonListener(({ method, path, query, json }) => {
    const sent = objectIn(objectIn(json)?.data ?? json);
    const [, collection, given] = path.split('/');
    const id = Number(query.get('id') ?? given ?? sent?.id ?? ++last);
    if (collection !== 'todos') return [404];
    if (method === 'POST' && typeof sent?.title !== 'string') return [400];
    if (method === 'DELETE') titles.delete(id);
    if (typeof sent?.title === 'string') titles.set(id, sent.title);
    if (!titles.has(id)) return [404];
    return [method === 'POST' ? 201 : 200, { data: { id, title: titles.get(id) } }];
  });
  const { url } = await serverForTest(listener);
  await runDocument(url, document);
  expect(titles.get(1)).toBe('Of someone else');
  await runDocument(url, document, {}, { destructive: true });
  expect(titles.get(1)).not.toBe('Of someone else');
});

test('takes over nothing of another parent when a server saves by the number in the body', async () => {
  const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const member = {
    ...named,
    properties: { id: { type: 'integer', minimum: 1 }, ...named.properties },
  };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const create = (schema: object) => ({
    requestBody: json(schema),
    responses: { 201: json(member) },
  });
  const one = (...names: string[]) => ({
    parameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'integer' },
    })),
    get: { responses: { 200: json(member), 404: {} } },
    delete: { responses: { 204: {} } },
  });
  const paths = {
    '/teams': { post: create(named) },
    '/teams/{teamId}': one('teamId'),
    '/teams/{teamId}/members': { parameters: one('teamId').parameters, post: create(member) },
    '/teams/{teamId}/members/{memberId}': one('teamId', 'memberId'),
  };
  const rows = new Map([[1, { team: 0, name: 'Of someone else' }]]);
  const listener = jsonListener(({ method, path, json }) => {
    const ids = path.split('/').map(Number).filter(Number.isInteger);
    const { id, name } = objectIn(json) ?? {};
    if (method === 'POST') {
      if (typeof name !== 'string') return [400];
      const [, team = 0] = ids;
      const saved = team > 0 && typeof id === 'number' ? id : 100 + rows.size;
      rows.set(saved, { team, name });
      return [201, { id: saved, name }];
    }
    const last = ids.at(-1) ?? 0;
    const found = rows.get(last);
    if (found?.team !== (ids.length > 2 ? ids[1] : 0)) return [404];
    if (method === 'DELETE') rows.delete(last);
    return method === 'DELETE' ? [204] : [200, { id: last, name: found?.name }];
  });
  const { url } = await serverForTest(listener);
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Teams', version: '1' },
    paths,
  });
  const { sent } = await runDocument(url, document);
  expect(sent.join()).toMatch(/POST \/teams\/\d+\/members/);
  expect(rows.get(1)).toEqual({ team: 0, name: 'Of someone else' });
});

test('acts on ids that neither the run nor the profile gave only with --destructive', async () => {
  const { url } = await serverForTest((_request, response) => response.writeHead(404).end());
  const document = sharedDocument.replace(/\n {4}get: \{ operationId: getTodo.*/, '');
  const actions = async (options: Partial<RunOptions>) => {
    const { sent } = await runDocument(url, document, {}, options);
    return new Set(sent.flatMap((request) => /^POST \/todos\/\S+/.exec(request) ?? []));
  };
  expect(await actions({})).toEqual(new Set());
  expect(await actions({ profile: { ...emptyProfile, values: { id: 7 } } })).toEqual(
    new Set(['POST /todos/7/done']),
  );
  expect((await actions({ destructive: true })).size).toBeGreaterThan(1);
});

test('sends a POST that creates nothing only with ids of the profile, and without any not to settings, or to delete all', async () => {
  const acted = new Set<string>();
  const listener = jsonListener(({ method, path, query, text }) => {
    const acts =
      /^\/(search|theme|logs\/purge)$/.test(path) || /todo\w+(":\s*\[?|=)1/.test(text + query);
    if (method === 'POST' && acts) acted.add(path);
    return [404];
  });
  const { url } = await serverForTest(listener);
  const action = (schema: string, more = '') =>
    `post: { ${more} requestBody: { ${json(schema)} }, responses: { 204: { description: Done } } }`;
  const fields = (name: string, schema: string) =>
    `{ type: object, required: [${name}], properties: { ${name}: { ${schema} } } }`;
  const inQuery =
    'parameters: [{ name: todoId, in: query, required: true, schema: { type: integer } }],';
  const document = sharedDocument.replace(
    'components:',
    `  /search: { ${action(fields('text', 'type: string'))} }
  /find: { ${action(fields('todoId', 'type: integer, example: 1'))} }
  /find-many: { ${action(fields('filter', 'type: object, example: { todo_ids: [1] }'))} }
  /find-all: { ${action(fields('todos', 'type: array, items: { type: integer }, example: [1]'))} }
  /find-lower: { ${action(fields('todoid', 'type: integer, example: 1'))} }
  /find-one: { ${action('{}', inQuery.replace('integer', 'integer, enum: [1]'))} }
  /theme: { ${action('{}')}, put: { responses: { 204: { description: Done } } } }
  /logs/purge: { ${action('{}')} }
  /logs/{log}: { get: { responses: { 200: { description: A log } } } }
components:`,
  );
  const actions = async (options: Partial<RunOptions>) => {
    acted.clear();
    await runDocument(url, document, {}, { ...options, fuzz: false });
    return [...acted].filter((path) => !/^\/(todos|notes)$/.test(path)).toSorted();
  };
  expect(await actions({})).toEqual(['/search']);
  const values = { todoId: 1, todoid: 1, todo_ids: [1], todos: [1] };
  const given = ['/find', '/find-all', '/find-lower', '/find-many', '/find-one', '/search'];
  expect(await actions({ profile: { ...emptyProfile, values } })).toEqual(given);
  expect(await actions({ destructive: true })).toEqual(
    [...given, '/logs/purge', '/theme'].toSorted(),
  );
});
