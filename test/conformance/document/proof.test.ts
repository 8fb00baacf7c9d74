import { expect, test } from 'vitest';
import { jsonListener, objectIn, type Received, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const schema = {
  type: 'object',
  required: ['name', 'capacity'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 60 },
    capacity: { type: 'integer', minimum: 1, maximum: 500 },
  },
};
const json = (value: object) => ({ content: { 'application/json': { schema: value } } });
const room = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const rejections = { '4XX': { description: 'No' } };
const add = {
  operationId: 'addRoom',
  requestBody: { required: true, ...json(schema) },
  responses: { 201: { description: 'Created', ...json(room) }, ...rejections },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const one = {
  parameters: [id],
  get: {
    operationId: 'getRoom',
    responses: { 200: { description: 'OK', ...json(room) }, ...rejections },
  },
  delete: {
    operationId: 'removeRoom',
    responses: { 204: { description: 'Deleted' }, ...rejections },
  },
};
const documentOf = (paths: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Rooms', version: '1' }, paths });
const rooms = documentOf({ '/rooms': { post: add }, '/rooms/{id}': one });

interface Rules {
  /** The response to a name that is taken. */
  readonly taken: Reply;
  /** What a new room must be, apart from its name. */
  readonly isValid: (capacity: unknown) => boolean;
  readonly isName?: (name: string) => boolean;
}

const isCorrect = (capacity: unknown) =>
  Number.isInteger(capacity) && Number(capacity) >= 1 && Number(capacity) <= 500;
const isCareless = (capacity: unknown) => capacity === 0 || isCorrect(capacity);

/** Rooms with unique names. It looks for the name before it looks at the rest. */
function roomServer({ taken, isValid, isName = () => true }: Rules) {
  const stored = new Map<number, Record<string, unknown>>();
  const names = new Set<string>();
  let last = 0;
  const create = ({ json: body, headers }: Received): Reply => {
    const given = objectIn(body);
    if (headers['content-type'] !== 'application/json') return [415];
    if (given === undefined) return [400, { message: 'no object' }];
    const { name, capacity, ...others } = given;
    if (typeof name === 'string' && names.has(name)) return taken;
    const isText = typeof name === 'string' && name !== '' && name.length <= 60 && isName(name);
    if (!isText || !isValid(capacity) || Object.keys(others).length > 0)
      return [400, { message: 'not valid' }];
    last += 1;
    names.add(name);
    stored.set(last, { id: last, name, capacity });
    return [201, stored.get(last)];
  };
  return jsonListener((request) => {
    const { method, path } = request;
    if (method === 'PUT' && /^\/rooms\/\d+$/.test(path)) return create(request);
    if (path === '/rooms')
      return method === 'POST' ? create(request) : [405, {}, { allow: 'POST' }];
    const found = stored.get(Number(path.replace('/rooms/', '')));
    if (method !== 'GET' && method !== 'DELETE') return [405, {}, { allow: 'GET, DELETE' }];
    if (found === undefined) return [404, {}];
    if (method === 'GET') return [200, found];
    stored.delete(Number(found.id));
    // A name stays taken.
    return [204];
  });
}

async function run(rules: Rules, document = rooms) {
  const { url } = await serverForTest(roomServer(rules));
  return runDocument(url, document);
}

const found = 'a rejection: /capacity must be >= 1 / 201';

test.each([
  ['409', [409, { message: 'the name is taken' }]],
  ['400', [400, { message: 'not valid' }]],
  ['422', [422, { name: ['has already been taken'] }]],
] as const)(
  'finds that a capacity of 0 is accepted on a server that returns %s for a name that is taken',
  async (_status, taken) => {
    const { broken } = await run({ taken, isValid: isCareless });
    expect(broken['document/invalid-body/addRoom']).toEqual([found]);
  },
);

test('finds it also where nothing reads or deletes what was created', async () => {
  const onlyPost = documentOf({ '/rooms': { post: add } });
  const { broken } = await run({ taken: [400, {}], isValid: isCareless }, onlyPost);
  expect(broken['document/invalid-body/addRoom']).toEqual([found]);
});

const putRooms = documentOf({ '/rooms/{id}': { ...one, put: { ...add, operationId: 'putRoom' } } });

test.each([
  ['POST', rooms, 'addRoom'],
  ['PUT', putRooms, 'putRoom'],
])('generated bodies that create with %s have new names too', async (_method, document, id) => {
  const isValid = (capacity: unknown) => isCorrect(capacity) || typeof capacity === 'string';
  const { url } = await serverForTest(roomServer({ taken: [409, {}], isValid }));
  const { broken } = await runDocument(url, document, {}, { only: ['document/fuzz'] });
  expect(broken[`document/fuzz/${id}`]).toEqual(['a rejection: /capacity must be integer / 201']);
});

test('finds nothing on a correct server with unique names, and passes it', async () => {
  const { broken, skipped, exit } = await run({ taken: [409, {}], isValid: isCorrect });
  expect(broken).toEqual({});
  expect(skipped.filter((one) => one.includes('not proven'))).toEqual([]);
  expect(exit).toBe(0);
});

test('says that a rejection is not proven, in the words of the server, where only one name is accepted', async () => {
  const { broken, skipped, exit } = await run({
    taken: [409, { message: 'the room sample exists' }],
    isValid: isCareless,
    isName: (name) => name === 'sample',
  });
  expect(broken).toEqual({});
  expect(skipped).toContainEqual(
    expect.stringMatching(
      /^document\/invalid-body\/addRoom: not proven.*409 "the room sample exists"/,
    ),
  );
  expect(exit).toBe(3);
});

test('a conflict that stays with new names proves nothing', async () => {
  let accepted = 0;
  const listener = jsonListener(({ method, headers }) => {
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return [415];
    accepted += 1;
    return accepted > 2 ? [409, { detail: 'The house is full' }] : [201, { id: accepted }];
  });
  const { url } = await serverForTest(listener);
  const { skipped, exit } = await runDocument(url, documentOf({ '/rooms': { post: add } }));
  expect(skipped).toContainEqual(
    expect.stringMatching(/^document\/invalid-body\/addRoom: not proven.*409 "The house is full"/),
  );
  expect(exit).toBe(3);
});

test('counts a conflict that names the invalid field as a rejection of it', async () => {
  const refuse = (given: Record<string, unknown>): Reply | undefined => {
    if (typeof given.name !== 'string' || given.name === '' || given.name.length > 60)
      return [409, { errors: [{ field: 'name', message: 'does not fit' }] }];
    return isCorrect(given.capacity) ? undefined : [409, { message: 'capacity does not fit' }];
  };
  let last = 0;
  const listener = jsonListener(({ method, json: body, headers }) => {
    const given = objectIn(body);
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return [415];
    if (given?.name === undefined || Object.keys(given).length > 2) return [400];
    last += 1;
    return refuse(given) ?? [201, { id: last }];
  });
  const { url } = await serverForTest(listener);
  const { broken, skipped } = await runDocument(url, documentOf({ '/rooms': { post: add } }));
  expect(broken).toEqual({});
  expect(skipped.filter((one) => one.includes('not proven'))).toEqual([]);
});
