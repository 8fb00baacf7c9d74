import { describe, expect, test } from 'vitest';
import { isJsonType, jsonListener, objectIn, type Received, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const documentOf = (path: object) =>
  JSON.stringify({ openapi: '3.1.0', paths: { '/things': path } });

/** Runs the checks of a document with the one path `/things` against a server. Returns the ids of those that failed. */
async function failures(path: object, handle: (sent: Received) => Reply): Promise<string[]> {
  const methods = Object.keys(path).map((method) => method.toUpperCase());
  const listener = jsonListener((sent) => {
    if (sent.path !== '/things') return [404];
    if (!methods.includes(sent.method)) return [405, undefined, { allow: methods.join() }];
    return handle(isJsonType(sent) ? sent : { ...sent, json: undefined });
  });
  const server = await serverForTest(listener);
  const { broken, stopReason } = await runDocument(
    server.url,
    documentOf(path),
    {},
    { destructive: true },
  );
  expect(stopReason).toBeUndefined();
  return Object.keys(broken);
}

const content = (schema: object, more = {}) => ({
  content: { 'application/json': { schema, ...more } },
});
const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const isObject = (value: unknown): value is Record<string, unknown> =>
  objectIn(value) !== undefined;

const seated = (json: unknown, withoutSeat: object): Reply => {
  if (!isObject(json)) return [400];
  if (json.seat === undefined) return [400, withoutSeat];
  return Number.isInteger(json.seat) ? [201] : [400];
};

interface Case {
  readonly path: object;
  readonly correct: (sent: Received) => Reply;
  readonly defective: (sent: Received) => Reply;
  /** The check that finds the defect. */
  readonly check: string;
}

const user = object(
  { id: { type: 'integer', readOnly: true }, name: { type: 'string', minLength: 1 } },
  ['id', 'name'],
);
const hasName = (json: unknown) =>
  isObject(json) && typeof json.name === 'string' && json.name.length > 0;

const isNameOrNothing = (name: unknown) => name === undefined || typeof name === 'string';

/** `GET /things` with one parameter. A correct server accepts the values that `isValid` accepts. */
const parameter = (
  where: 'query' | 'header',
  schema: object,
  isValid: (text: string) => boolean,
  { required = true, isDefect = (_: string) => true } = {},
): Case => {
  const given = ({ query, headers }: Received) =>
    where === 'query' ? query.get('x-q') : headers['x-q'];
  const reply =
    (isAccepted: (text: string) => boolean) =>
    (sent: Received): Reply => {
      const text = given(sent);
      const isAllowed = typeof text === 'string' ? isAccepted(text) : !required || isAccepted('');
      return isAllowed ? [200, []] : [400];
    };
  return {
    path: {
      get: {
        operationId: 'list',
        parameters: [{ name: 'x-q', in: where, required, schema }],
        responses: { 200: content({ type: 'array' }), 400: {} },
      },
    },
    correct: reply(isValid),
    defective: reply(isDefect),
    check: 'document/invalid-parameter/list',
  };
};
const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text };
const optionalParameter = (schema: object): Case => ({
  ...parameter('query', schema, () => true, { required: false }),
  defective: () => [200, {}],
  check: 'document/response-schema',
});
const days = object({ day: { type: 'string', format: 'date' } }, ['day']);
const isDay = (day: unknown) => typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day);
const list = (responses?: object) => ({
  get: { operationId: 'list', ...(responses && { responses }) },
});
const add = (schema: object, more = {}, responses: object = { 201: {}, 400: {}, 415: {} }) => ({
  post: {
    operationId: 'add',
    requestBody: { required: true, ...content(schema, more) },
    responses,
  },
});
const ada = [201, { id: 7, name: 'Ada' }] as const;
const named = { example: { name: 'Ada' } };
const form = object({ name: { type: 'string' } }, ['name']);
const problem = content(object({ problem: { type: 'string' } }, ['problem']));

const isTextOrNull = (given: unknown) =>
  given === null || given === undefined || (typeof given === 'string' && given !== '');
const withKey = ({ post }: { readonly post: object }) => {
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  };
  return { post: { ...post, parameters: [key] } };
};
const usedKeys = new Set<unknown>();
const ifNewKey = ({ headers }: Received): Reply => {
  const key = headers['idempotency-key'];
  if (key === undefined || usedKeys.has(key)) return [422];
  usedKeys.add(key);
  return [201];
};

// The names say which tool had the false alarm, and where it was reported.
const cases: Record<string, Case> = {
  'text in the query that looks like null or a number (schemathesis 2312, 2900)': parameter(
    'query',
    text,
    (q) => q !== '',
  ),
  'any text in a header (schemathesis 2726)': parameter('header', text, (q) => q !== ''),
  'other spellings of a boolean (schemathesis 4254)': parameter('query', { type: 'boolean' }, (q) =>
    /^(true|false|1|0|yes|no|on|off)$/i.test(q),
  ),
  'a number as text (schemathesis 3712)': parameter('query', { type: 'integer', minimum: 1 }, (q) =>
    /^[1-9]\d*$/.test(q),
  ),
  'a nullable number as text (schemathesis 4600)': parameter(
    'query',
    { type: ['integer', 'null'] },
    (q) => /^(-?\d+|null)$/.test(q),
  ),
  'text or a list of texts (schemathesis 3962)': optionalParameter({ anyOf: [text, texts] }),
  'a list of texts (schemathesis 3056)': optionalParameter(texts),
  'text that breaks its format (schemathesis 4592)': {
    path: add(days),
    correct: ({ json }) => (isObject(json) && isDay(json.day) ? [201] : [400]),
    defective: ({ json }) =>
      isObject(json) && (isDay(json.day) || json.day === 1) ? [201] : [400],
    check: 'document/invalid-body/add',
  },
  'fields of several branches, and no others (schemathesis 4494)': {
    path: add({
      allOf: [object({ a: text }, ['a']), object({ b: text })],
      unevaluatedProperties: false,
    }),
    correct: ({ json }) =>
      isObject(json) &&
      typeof json.a === 'string' &&
      json.a !== '' &&
      (json.b === undefined || (typeof json.b === 'string' && json.b !== '')) &&
      Object.keys(json).every((name) => 'ab'.includes(name) && name.length === 1)
        ? [201]
        : [400],
    defective: ({ json }) => (isObject(json) && typeof json.a === 'string' ? [201] : [400]),
    check: 'document/invalid-body/add',
  },
  'a content type with a charset (dredd 513, 553)': {
    path: list({ 200: content({ type: 'array' }) }),
    correct: () => [200, [], { 'content-type': 'application/json; charset=utf-8' }],
    defective: () => [200, [], { 'content-type': 'text/plain; charset=utf-8' }],
    check: 'document/response-content-type',
  },
  'a content type without a body (dredd 196)': {
    path: { delete: { operationId: 'remove', responses: { 204: {} } }, ...list({ 204: {} }) },
    correct: () => [204, undefined, { 'content-type': 'application/json' }],
    defective: () => [200, undefined, { 'content-type': 'application/json' }],
    check: 'document/response-status',
  },
  'read-only fields that the server ignores (connexion 2084)': {
    path: add(user, { example: { id: 1, name: 'Ada' } }, { 201: content(user), 400: {}, 415: {} }),
    correct: ({ json }) => (hasName(json) ? ada : [400]),
    defective: ({ json }) => (isObject(json) && 'name' in json ? ada : [400]),
    check: 'document/invalid-body/add',
  },
  'read-only fields that the server rejects, as in the example of their schema (oas-tools 169)': {
    path: add({ ...user, example: { id: 1, name: 'Ada' } }, {}, { 201: content(user), 400: {} }),
    correct: ({ json }) => (hasName(json) && !Object.hasOwn(Object(json), 'id') ? ada : [400]),
    defective: ({ json }) => (json !== undefined ? ada : [400]),
    check: 'document/invalid-body/add',
  },
  'a read-only field that another branch of the schema requires': {
    path: add({ allOf: [user, { required: ['id', 'name'] }] }, named, { 201: {}, 400: {} }),
    correct: ({ json }) => (hasName(json) ? [201] : [400]),
    defective: ({ json }) => (json !== undefined ? [201] : [400]),
    check: 'document/invalid-body/add',
  },
  'a write-only field that the server returns as null (open_api_spex 335)': {
    path: list({
      200: content(
        object({ name: { type: 'string' }, secret: { type: 'string', writeOnly: true } }, [
          'secret',
        ]),
      ),
    }),
    correct: () => [200, { name: 'Ada', secret: null }],
    defective: () => [200, { name: null, secret: null }],
    check: 'document/response-schema',
  },
  'an operation without responses': {
    path: list(),
    correct: () => [200, { any: 'thing' }],
    defective: () => [500],
    check: 'responses/no-server-error',
  },
  'an operation with only failures': {
    path: add(user, named, { 400: problem, 409: {} }),
    correct: ({ json }) => (hasName(json) ? [201] : [400, { problem: 'no name' }]),
    defective: ({ json }) => (hasName(json) ? [201] : [400, {}]),
    check: 'document/response-schema',
  },
  'an operation that always fails, as the document says': {
    path: add(user, named, { 422: problem }),
    correct: () => [422, { problem: 'closed' }],
    defective: () => [422, {}],
    check: 'document/response-schema',
  },
  'a body that is a number': {
    path: add({ type: ['integer', 'string'] }, { example: 12 }),
    correct: ({ json }) => (Number.isInteger(json) || typeof json === 'string' ? [201] : [400]),
    defective: ({ text, json }) =>
      Number.isInteger(json) || typeof json === 'string' || text === '12 12' ? [201] : [400],
    check: 'document/malformed-json/add',
  },
  'numbers that are written in another way': {
    path: list({
      200: {
        headers: {
          'X-Count': { schema: { type: 'integer' } },
          'X-Mixed': { schema: { type: ['integer', 'string'], maxLength: 2 } },
        },
        ...content(object({ price: { type: 'number', multipleOf: 0.01 } })),
      },
    }),
    correct: () => [200, { price: 19.99 }, { 'X-Count': '1e3', 'X-Mixed': 'ab' }],
    defective: () => [200, { price: 19.995 }, { 'X-Count': '1e3', 'X-Mixed': 'ab' }],
    check: 'document/response-schema',
  },
  'a response without a description': {
    path: list({ 204: null }),
    correct: () => [204],
    defective: () => [200, {}],
    check: 'document/response-status',
  },
  'a required body': {
    path: add(object({ name: { type: 'string' } })),
    correct: ({ json }) => (isObject(json) && isNameOrNothing(json.name) ? [201] : [400]),
    defective: ({ text, json }) =>
      text === '' || (isObject(json) && isNameOrNothing(json.name)) ? [201] : [400],
    check: 'document/missing-body/add',
  },
  'a required form': {
    path: {
      post: {
        operationId: 'add',
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: form } },
        },
        responses: { 201: {}, 400: {} },
      },
    },
    correct: ({ text }) => (text === '' ? [400] : [201]),
    defective: () => [201],
    check: 'document/missing-body/add',
  },
  'null in an optional field': {
    path: add(object({ due: { anyOf: [text, { type: 'null' }] } })),
    correct: ({ json }) => (isObject(json) && isTextOrNull(json.due) ? [201] : [400]),
    defective: ({ json }) =>
      isObject(json) && isTextOrNull(json.due) && json.due !== null ? [201] : [400],
    check: 'document/valid-body/add',
  },
  'an optional field, without which the server takes a place that is taken': {
    path: add({ ...object({ seat: { type: 'integer' } }), example: { seat: 7 } }),
    correct: ({ json }) => seated(json, { detail: 'This entry intersects another entry.' }),
    defective: ({ json }) => seated(json, { seat: ['This field is required.'] }),
    check: 'document/valid-body/add',
  },
  'another key for each request': {
    path: withKey(add(form)),
    correct: (sent) => (hasName(sent.json) ? ifNewKey(sent) : [400]),
    defective: ifNewKey,
    check: 'document/invalid-body/add',
  },
};

describe.each(Object.entries(cases))('%s', (_name, { path, correct, defective, check }) => {
  test('a correct server passes', async () => {
    expect(await failures(path, correct)).toEqual([]);
  });
  test(`a defective one fails ${check}`, async () => {
    expect(await failures(path, defective)).toContain(check);
  });
});

test('a right server that requires If-Match passes', async () => {
  const { url } = await serverForTest(
    jsonListener((sent) => {
      const { method, path, headers, json } = sent;
      if (path !== '/things') return [404];
      if (method !== 'PUT') return [405, undefined, { allow: 'PUT' }];
      if (headers['if-match'] !== '*') return [headers['if-match'] === undefined ? 428 : 412];
      if (!isJsonType(sent)) return [415];
      return isObject(json) && typeof json.name === 'string' ? [204] : [400];
    }),
  );
  const ifMatch = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } };
  const requestBody = { required: true, ...content(form) };
  const put = {
    operationId: 'put',
    parameters: [ifMatch],
    requestBody,
    responses: { 204: {}, '4XX': {} },
  };
  const { exit, broken } = await runDocument(url, documentOf({ put }), {}, { destructive: true });
  expect({ exit, broken }).toEqual({ exit: 0, broken: {} });
});

test.each([
  ['optional fields only', { title: text, due: { type: 'string', format: 'date' } }, true],
  ['no fields', {}, false],
])('a right server passes a document whose body has %s', async (_which, properties, varies) => {
  const { url } = await serverForTest(
    jsonListener((sent) => {
      const { method, path, json } = sent;
      if (path !== '/things') return [404];
      if (method !== 'POST') return [405, undefined, { allow: 'POST' }];
      if (!isJsonType(sent)) return [415];
      return isObject(json) && [json.title, json.due].every(isNameOrNothing) && json.title !== ''
        ? [201]
        : [400];
    }),
  );
  const { exit, sent } = await runDocument(url, documentOf(add(object(properties))));
  expect(exit).toBe(0);
  expect(sent.some((request) => /\{"title":"\w+"\}$/.test(request))).toBe(varies);
});
