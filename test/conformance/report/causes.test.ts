import { describe, expect, test } from 'vitest';
import { documentSuite } from '../../../conformance/engine/document/document-suite.ts';
import { runSuites } from '../../../conformance/engine/run-suites.ts';
import { jsonListener, objectIn, type Received, type Reply } from '../json-listener.ts';
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

/** The causes on a server, by a document with these paths. */
async function causesOn(paths: object, respond: (received: Received) => Reply) {
  const { url } = await serverForTest(jsonListener(respond));
  const about = { openapi: '3.1.0', info: { title: 'Lamps', version: '1' } };
  const document = JSON.stringify({ ...about, paths });
  const { causes } = await runSuites([documentSuite(document)], { baseUrl: url });
  return causes;
}

/** A server that takes a JSON object with POST, and nothing else. */
const takesObjects =
  (reply: (given: Readonly<Record<string, unknown>>) => Reply) =>
  ({ method, json, headers }: Received): Reply => {
    if (method !== 'POST') return [405, undefined, { allow: 'POST' }];
    const given = objectIn(json);
    const isRead = given !== undefined && headers['content-type'] === 'application/json';
    return isRead ? reply(given) : [400];
  };

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

test('an error that repeats what was sent is one cause, however long that is, and wherever the report cuts it', async () => {
  const failed = (parameter: string, sent: string): Reply => [
    500,
    {
      title: 'Conversion',
      detail: `Parameter '${parameter}': Failed to convert a value of type 'java.lang.String' to the required type 'java.lang.Integer'; for input string: "${sent}"`,
      status: 500,
    },
  ];
  const causes = await causesOf({
    '/newest': failed('id', 'a'),
    '/books': failed('idOfTheBook', 'a'.repeat(500)),
    '/shelf': failed('shelfId', '%'),
    '/authors': failed('author', 'x'.repeat(5000)),
  });
  expect(causes.map(({ operations }) => operations)).toEqual([
    ['author', 'listBooks', 'newestBook', 'shelf'],
  ]);
});

test('an error is one cause by how its message begins, whether or not the response is long enough to have a stack', async () => {
  const failed = (reason: string, stack = ''): Reply => [
    500,
    { message: `JSON parse error: Cannot deserialize value of type ${reason}`, stack },
  ];
  const causes = await causesOf({
    '/newest': failed('`java.time.LocalDate` from String "!": could not be parsed'),
    '/books': failed('`java.lang.Integer` from Object value', 'at JsonException: …'),
    '/shelf': failed('`java.lang.String` from Array value', 'at TypeMismatchException: …'),
    '/authors': [500, { message: 'JSON write error: no serializer' }],
  });
  expect(causes.map(({ operations }) => operations)).toEqual([
    ['listBooks', 'newestBook', 'shelf'],
    ['author'],
  ]);
});

test('an error without a reason is one cause where the path is unusual, and otherwise one of each operation', async () => {
  const item = (operationId: string) => ({
    get: {
      operationId,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'ok' }, 404: { description: 'none' } },
    },
  });
  const paths = {
    '/pens/{id}': item('pen'),
    '/inks/{id}': item('ink'),
    '/newest': read('newest', {}),
    '/oldest': read('oldest', {}),
  };
  const causes = await causesOn(paths, ({ method, path }) => {
    if (method !== 'GET') return notAllowed;
    const isRead = /^\/\w+\/[\w-]+$/.test(path);
    return isRead ? [404, { message: 'None' }] : [500, { message: 'Internal Server Error' }];
  });
  const errors = causes.filter(({ title }) => title.startsWith('HTTP 500'));
  expect(errors.map(({ operations }) => operations.toSorted())).toEqual([
    ['ink', 'pen'],
    ['newest'],
    ['oldest'],
  ]);
});

test('lists that are not sorted are one cause, whatever the field and the direction', async () => {
  const sort = { name: 'sort', in: 'query', schema: { enum: ['name', '-name', 'year', '-year'] } };
  const item = {
    type: 'object',
    required: ['name', 'year'],
    properties: { name: { type: 'string' }, year: { type: 'integer' } },
  };
  const list = (operationId: string) => ({
    get: {
      operationId,
      parameters: [sort],
      responses: { 200: { description: 'ok', ...body({ type: 'array', items: item }) } },
    },
  });
  const paths = { '/cars': list('listCars'), '/vans': list('listVans') };
  const items = ['b', 'd', 'a', 'c'].map((name, at) => ({ name, year: [3, 1, 4, 2][at] }));
  const causes = await causesOn(paths, ({ method }) =>
    method === 'GET' ? [200, items] : notAllowed,
  );
  const unsorted = causes.filter(({ title }) => title.includes('sorted'));
  expect(unsorted.map(({ title, operations }) => ({ title, operations }))).toEqual([
    {
      title: expect.stringMatching(/^lists are not sorted as "sort" says: listCars by name, /),
      operations: ['listCars', 'listVans'],
    },
  ]);
});

test('many fields that are null are one cause, and two are two', async () => {
  const fields = ['year', 'pages', 'price', 'weight'];
  const withNulls = (count: number) =>
    Object.fromEntries(fields.map((name, at) => [name, at < count ? null : 7]));
  const run = async (count: number) => {
    const properties = Object.fromEntries(fields.map((name) => [name, { type: 'integer' }]));
    const about = { openapi: '3.1.0', info: { title: 'Books', version: '1' } };
    const paths = { '/book': read('readBook', { properties }) };
    const { url } = await serverForTest(
      jsonListener(({ method, path }) =>
        method === 'GET' && path === '/book' ? [200, withNulls(count)] : notAllowed,
      ),
    );
    const text = JSON.stringify({ ...about, paths });
    const { causes } = await runSuites([documentSuite(text)], { baseUrl: url });
    return causes.map(({ title }) => title);
  };
  expect(await run(2)).toEqual([
    'expected /year must be integer; got null',
    'expected /pages must be integer; got null',
  ]);
  expect(await run(4)).toEqual([
    '4 fields are null, which their schemas do not allow: /year, /pages, /price, /weight',
  ]);
});

test('the same fault in the responses of many operations is one cause, whatever their schemas, and in two it is two', async () => {
  const run = async (count: number) => {
    const names = ['authors', 'books', 'shelves', 'shops'].slice(0, count);
    const paths = Object.fromEntries(
      names.map((name) => {
        const item = { properties: { [`${name}Name`]: { type: 'string' } } };
        return [`/${name}`, read(name, { properties: { data: { type: 'array', items: item } } })];
      }),
    );
    const { url } = await serverForTest(
      jsonListener(({ method, path }) => {
        if (!Object.hasOwn(paths, path)) return [404];
        return method === 'GET' ? [200, { data: { count: 3 } }] : notAllowed;
      }),
    );
    const about = { openapi: '3.1.0', info: { title: 'Books', version: '1' } };
    const text = JSON.stringify({ ...about, paths });
    const { causes } = await runSuites([documentSuite(text)], { baseUrl: url });
    return causes.map(({ title }) => title);
  };
  expect(await run(2)).toEqual([
    'expected /data must be array; got {"count":3}',
    'expected /data must be array; got {"count":3}',
  ]);
  expect(await run(4)).toEqual([
    'in the responses of 4 operations, /data must be array: authors, books, shelves, shops',
  ]);
});

test('a parameter that makes something else of the responses of several operations is one cause, and a fault without it is another', async () => {
  const schema = { properties: { items: { type: 'array' }, count: { type: 'integer' } } };
  const fields = { name: 'fields', in: 'query', schema: { type: 'string' } };
  const list = (id: string) => {
    const { get } = read(id, { type: 'object', required: ['items'], ...schema });
    return { get: { ...get, parameters: [fields] } };
  };
  const { url } = await serverForTest(
    jsonListener(({ method, path, query }) => {
      if (path !== '/books' && path !== '/authors') return [404];
      if (method !== 'GET') return notAllowed;
      const given = query.get('fields');
      return [200, given ? { [given]: [] } : { items: [], count: 'many' }];
    }),
  );
  const about = { openapi: '3.1.0', info: { title: 'Books', version: '1' } };
  const paths = { '/books': list('listBooks'), '/authors': list('listAuthors') };
  const text = JSON.stringify({ ...about, paths });
  const { causes } = await runSuites([documentSuite(text)], { baseUrl: url });
  expect(causes.map(({ title }) => title).toSorted()).toEqual([
    'expected /count must be integer; got "many"',
    'expected /count must be integer; got "many"',
    expect.stringMatching(/^with the query parameter "fields" responses are not what the document/),
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

describe('what a server does not check', () => {
  const integer = { type: 'integer' };
  const text = { type: 'string', maxLength: 20 };
  const created = { 201: { description: 'Made' }, 400: { description: 'Invalid' } };
  const inQuery = (name: string, schema: object) => ({ name, in: 'query', schema });
  const lamps = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1' },
    paths: {
      '/lamps': {
        get: {
          operationId: 'listLamps',
          parameters: [
            inQuery('on', { type: 'boolean' }),
            inQuery('dimmed', { type: 'boolean' }),
            inQuery('limit', integer),
          ],
          responses: { 200: { description: 'ok' }, 400: { description: 'Invalid' } },
        },
        post: {
          operationId: 'createLamp',
          requestBody: {
            required: true,
            ...body({
              required: ['name'],
              additionalProperties: false,
              properties: { name: text, room: text, watts: integer, year: integer },
            }),
          },
          responses: created,
        },
      },
    },
  });

  /** The titles of the causes, for a server that reads a lamp and the query in its own way. */
  async function found(
    readsLamp: (lamp: Record<string, unknown>) => boolean,
    readsQuery: (query: URLSearchParams) => boolean = isPlainQuery,
  ) {
    const { url } = await serverForTest(
      jsonListener(({ method, query, json, headers }) => {
        if (method === 'GET') return readsQuery(query) ? [200] : [400];
        if (method !== 'POST') return [405, undefined, { allow: 'GET, POST' }];
        const lamp = objectIn(json);
        const isRead = lamp !== undefined && headers['content-type'] === 'application/json';
        return isRead && readsLamp(lamp) ? [201] : [400];
      }),
    );
    const { causes } = await runSuites([documentSuite(lamps)], { baseUrl: url });
    return causes.map(({ title }) => title);
  }

  const isPlainQuery = (query: URLSearchParams) =>
    ['on', 'dimmed'].every((name) => /^(true|false)?$/.test(query.get(name) ?? '')) &&
    /^(-?\d+)?$/.test(query.get('limit') ?? '');
  const isKnown = (lamp: object) =>
    Object.keys(lamp).every((name) => ['name', 'room', 'watts', 'year'].includes(name));
  const isText = (value: unknown) =>
    value === undefined || (typeof value === 'string' && value.length <= 20);
  const isWhole = (value: unknown) => value === undefined || Number.isInteger(value);
  const isLamp = ({ name, room, watts, year, ...rest }: Record<string, unknown>) =>
    isKnown(rest) &&
    name !== undefined &&
    [name, room].every(isText) &&
    [watts, year].every(isWhole);

  test('a server that checks all of it has no cause', async () => {
    expect(await found(isLamp)).toEqual([]);
  });

  test('a server that converts the types of all fields has one cause', async () => {
    const causes = await found(
      (lamp) => isKnown(lamp) && lamp.name !== undefined && String(lamp.name).length <= 20,
    );
    expect(causes.filter((title) => title.includes('must be'))).toHaveLength(1);
  });

  test('a server that reads null as an absent value, wherever it is, has one cause', async () => {
    const causes = await found((lamp) => {
      const given = Object.entries(lamp).filter(([, value]) => value !== null);
      return isLamp({ name: 'lamp', ...Object.fromEntries(given) }) && 'name' in lamp;
    });
    expect(causes).toEqual([
      expect.stringMatching(/^bodies may have null where the document does not allow it: create/),
    ]);
  });

  test('a server that rejects null in several fields where the document allows it has one cause', async () => {
    const nullable = { type: ['integer', 'null'] };
    const post = (operationId: string, names: readonly string[]) => ({
      post: {
        operationId,
        requestBody: {
          required: true,
          ...body({
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(names.map((name) => [name, nullable])),
          }),
        },
        responses: created,
      },
    });
    const paths = { '/lamps': post('addLamp', ['watts']), '/bulbs': post('addBulb', ['year']) };
    const causes = await causesOn(
      paths,
      takesObjects((given) => {
        const wrong = Object.entries(given).find(([, value]) => !Number.isInteger(value));
        return wrong ? [400, { message: `${wrong[0]} must be a number` }] : [201];
      }),
    );
    const rejected = causes.filter(({ title }) => title.includes('null'));
    expect(rejected.map(({ title }) => title)).toEqual([
      'the server rejects null, which the document allows: addLamp /watts, addBulb /year',
    ]);
  });

  test('a server that does not check one of many fields has a cause for it', async () => {
    const causes = await found(({ year: _, ...lamp }) => isLamp(lamp));
    expect(causes).toEqual([expect.stringMatching(/\/year must be integer/)]);
  });

  test('a server that ignores unknown fields has one cause, whatever they are called', async () => {
    const causes = await found(({ name, room, watts, year }) =>
      isLamp(JSON.parse(JSON.stringify({ name, room, watts, year }))),
    );
    expect(causes).toEqual([expect.stringMatching(/must not have the field/)]);
  });

  test('a server that reads no boolean strictly has one cause, and numbers are another', async () => {
    const causes = await found(isLamp, () => true);
    expect(causes.toSorted()).toEqual(
      [
        expect.stringMatching(/limit is invalid \(not a number\)|limit is invalid \(not whole\)/),
        expect.stringMatching(/is invalid \(not a boolean\)/),
      ].toSorted(),
    );
  });

  test('an operation that reads a body and checks none of its values has one cause', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `scene${at}`);
    const scene = { oneOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }] };
    const post = {
      operationId: 'addScenes',
      requestBody: {
        required: true,
        ...body({
          type: 'object',
          required: names,
          additionalProperties: false,
          properties: Object.fromEntries(names.map((name) => [name, scene])),
        }),
      },
      responses: created,
    };
    const causes = await causesOn(
      { '/scenes': { post } },
      takesObjects((scenes) => {
        const given = Object.keys(scenes);
        const hasAll = given.length === names.length && names.every((one) => given.includes(one));
        return hasAll ? [201] : [400];
      }),
    );
    expect(causes.map(({ title }) => title)).toEqual([
      'operations accept bodies that break many rules of their schemas: addScenes',
    ]);
  });

  test('an operation that reads no body has one cause', async () => {
    const { url } = await serverForTest(
      jsonListener(({ method, query }) => {
        if (method === 'GET') return isPlainQuery(query) ? [200] : [400];
        return method === 'POST' ? [201] : [405, undefined, { allow: 'GET, POST' }];
      }),
    );
    const { causes } = await runSuites([documentSuite(lamps)], { baseUrl: url });
    expect(causes.map(({ title }) => title)).toEqual([
      'operations do not read the body that the document declares: createLamp',
    ]);
  });

  test('a value that a server accepts and shows again has one cause', async () => {
    const lamp = {
      type: 'object',
      required: ['watts'],
      additionalProperties: false,
      properties: { watts: { type: 'integer', minimum: 1 } },
    };
    const post = {
      operationId: 'addLamp',
      requestBody: { required: true, ...body(lamp) },
      responses: { 201: { description: 'Made', ...body(lamp) }, 400: { description: 'Invalid' } },
    };
    const causes = await causesOn(
      { '/lamps': { post } },
      takesObjects(({ watts, ...rest }) => {
        const isRead = Number.isInteger(watts) && Object.keys(rest).length === 0;
        return isRead ? [201, { watts }] : [400];
      }),
    );
    expect(causes.map(({ checks }) => checks)).toEqual([
      ['document/invalid-body/addLamp', 'document/response-schema'],
    ]);
  });
});
