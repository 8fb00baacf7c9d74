import { describe, expect, test } from 'vitest';
import { compare } from '../../../conformance/engine/commands/diff/compare.ts';
import { temporaryFile } from '../../support/server/database.ts';

const get = (schema: string, others = '') =>
  `openapi: 3.0.3\npaths: { /pets: { get: { ${others} responses: { 200: { description: OK, content: { application/json: { schema: ${schema} } } } } } } }\n`;

/** What `diff` prints for two documents, and its exit code, without the process that it starts for them. */
async function diff(before: string, after: string) {
  const { text, breaksClients } = await compare({
    old: temporaryFile('old.yaml', before),
    later: temporaryFile('new.yaml', after),
    format: 'text',
  });
  return { stdout: `${text}\n`, code: Number(breaksClients) };
}

const object = (fields: string, others = '') =>
  `{ type: object, properties: { ${fields} } ${others} }`;

describe('finds no change', () => {
  const b = '{ type: string, maxLength: 5 }';
  const pet = object(`a: { type: integer }, b: ${b}`, ', required: [a, b]');
  test.each<readonly [what: string, before: string, after: string]>([
    [
      'between `allOf` and its merged form',
      get(pet),
      get(
        `{ allOf: [${object('a: { type: integer }', ', required: [a]')}, ${object(`b: ${b}`, ', required: [b]')}] }`,
      ),
    ],
    [
      'between bounds in two branches and the narrower one',
      get('{ type: string, maxLength: 5 }'),
      get('{ maxLength: 9, allOf: [{ type: string, maxLength: 5 }] }'),
    ],
    [
      'between `nullable` and a type of null',
      get('{ type: string, nullable: true }'),
      get('{ anyOf: [{ type: string }, { type: "null" }] }'),
    ],
    ['between a choice of one and the schema', get(pet), get(`{ oneOf: [${pet}] }`)],
    ['in extensions', get('{}'), get('{ x-order: 1 }', 'x-internal: true,')],
    [
      'in the order of choices',
      get(`{ oneOf: [${pet}, { type: string }] }`),
      get(`{ oneOf: [{ type: string }, ${pet}] }`),
    ],
    [
      'between Swagger 2.0 and OpenAPI 3.0',
      'swagger: "2.0"\nproduces: [application/json]\npaths: { /pets: { get: { responses: { 200: { description: OK, schema: { type: string } } } } } }',
      get('{ type: string }'),
    ],
  ])('%s', async (_what, before, after) => {
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const)
      expect(await diff(one, other)).toMatchObject({ code: 0, stdout: 'Nothing changed.\n' });
  });

  test('in a schema that contains itself in every way', async () => {
    const node = (others: string) =>
      `${get('{ $ref: "#/components/schemas/Node" }')}components: { schemas: { Node: { type: object, allOf: [{ $ref: "#/components/schemas/Base" }], ${others} properties: { next: { $ref: "#/components/schemas/Node" } } }, Base: { anyOf: [{ $ref: "#/components/schemas/Node" }, { $ref: "#/components/schemas/Base" }, { type: object, items: { $ref: "#/components/schemas/Base" } }] } } }`;
    expect((await diff(node(''), node(''))).stdout).toBe('Nothing changed.\n');
    expect((await diff(node(''), node('minProperties: 1,'))).stdout).toContain(
      'minProperties none → 1',
    );
  });
});

test.each<readonly [what: string, before: string, after: string, line: string]>([
  [
    'a branch of `allOf` that no longer allows the same',
    get('{ allOf: [{ maxLength: 9 }] }'),
    get('{ allOf: [{ maxLength: 99 }] }'),
    'maxLength 9 → 99',
  ],
  [
    'a choice that became one of several',
    get('{ type: string, nullable: true }'),
    get('{ nullable: true, oneOf: [{ type: string }, { type: object }] }'),
    'choice object added (promises less)',
  ],
])('finds %s', async (_what, before, after, line) => {
  expect((await diff(before, after)).stdout).toContain(line);
});

test('integers beyond 2^53 are compared by all their digits', async () => {
  const bounded = (maximum: string) => get(object(`a: { type: integer, maximum: ${maximum} }`));
  const highest = '9223372036854775807';
  expect(await diff(bounded(highest), bounded(highest))).toMatchObject({ code: 0 });
  const { code, stdout } = await diff(bounded(highest), bounded('9223372036854775808'));
  expect(stdout).toContain('maximum changed (promises less)');
  expect(code).toBe(1);
});

test('a field that only responses have changes no request', async () => {
  const post = (schema: string) =>
    `openapi: 3.1.0\npaths: { /pets: { post: { requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} } } }`;
  const { stdout } = await diff(
    post(object('')),
    post(object('id: { type: integer, readOnly: true }', ', required: [id]')),
  );
  expect(stdout).toBe('Nothing changed.\n');
});

const document = (paths: string, others = '') => `openapi: 3.0.3\npaths: { ${paths} }\n${others}`;

const at = (path: string, method: string, id = '') =>
  `"/pets/{${path}}": { ${method}: { ${id} parameters: [{ name: ${path}, in: path, required: true, schema: { type: string } }], responses: { 200: { description: OK } } } }`;

describe('pairs operations', () => {
  test('of equal paths before those whose parameters have other names', async () => {
    const two = document(`${at('number', 'get')}, ${at('name', 'get')}`);
    expect((await diff(two, two)).stdout).toBe('Nothing changed.\n');
    const one = document(`${at('number', 'get')}, ${at('name', 'post')}`);
    const { code, stdout } = await diff(two, one);
    expect(stdout).toContain('GET /pets/{name}: operation removed');
    expect(stdout).toContain('POST /pets/{name}: operation added');
    expect(code).toBe(1);
  });

  test('with the same name before others of the same form', async () => {
    const before = document(
      `${at('name', 'get', 'operationId: byName,')}, ${at('id', 'get', 'operationId: byId,')}`,
    );
    const { code, stdout } = await diff(before, document(at('key', 'get', 'operationId: byId,')));
    expect(stdout).toContain('GET /pets/{name}: operation removed');
    expect(stdout).toContain('GET /pets/{key} key: name id → key');
    expect(code).toBe(1);
  });

  test('and notes that a path parameter has another name', async () => {
    const { code, stdout } = await diff(document(at('id', 'get')), document(at('petId', 'get')));
    expect(stdout).toMatch(/^work +- +GET \/pets\/\{petId\} petId: name id → petId/m);
    expect(code).toBe(0);
  });
});

test('keeps media types and headers apart that differ only in case or charset', async () => {
  const several = `openapi: 3.0.3
paths: { /pets: { get: { responses: { 200: { description: OK,
  headers: { X-A: { schema: { type: string } }, x-a: { schema: { type: integer } } },
  content: { application/json: { schema: { type: string } }, application/json;charset=utf-8: { schema: { type: integer } } } } } } } }
`;
  expect((await diff(several, several)).stdout).toBe('Nothing changed.\n');
});

test('notes another charset of a media type, but no other version of it', async () => {
  const typed = (type: string) => get('{ type: string }').replace('application/json', `"${type}"`);
  const plain = typed('application/json');
  const charset = await diff(plain, typed('application/json; charset=utf-8'));
  expect(charset.stdout).toContain(
    'media type application/json → application/json; charset=utf-8 (the type is the same)',
  );
  expect(charset.code).toBe(0);
  expect((await diff(plain, typed('application/json; version=2'))).code).toBe(1);
});

describe('null among the values of a nullable schema', () => {
  const field = (version: string, schema: string) =>
    get(object(`size: ${schema}`)).replace('openapi: 3.0.3', `openapi: ${version}`);
  const nullable = '{ type: string, nullable: true, enum: [s, m] }';

  test.each<readonly [what: string, before: string, after: string]>([
    ['left out in 3.1', nullable, '{ type: [string, "null"], enum: [s, m] }'],
    ['added in 3.1', nullable, '{ type: [string, "null"], enum: [s, m, null] }'],
    ['without a type', nullable, '{ enum: [s, m, null] }'],
    ['as a choice', nullable, '{ oneOf: [{ type: string, enum: [s, m] }, { enum: [null] }] }'],
  ])('makes no difference between 3.0 and 3.1, %s', async (_what, before, after) => {
    const [old, later] = [field('3.0.3', before), field('3.1.0', after)] as const;
    for (const { code, stdout } of [await diff(old, later), await diff(later, old)]) {
      expect(stdout).toContain('0 breaking, 1 additive');
      expect(code).toBe(0);
    }
  });

  test('makes a difference within 3.1', async () => {
    const [without, withNull] = ['s, m', 's, m, null'].map((values) =>
      field('3.1.0', `{ type: [string, "null"], enum: [${values}] }`),
    );
    expect((await diff(without ?? '', withNull ?? '')).stdout).toContain('null added');
  });
});

describe('what an operation needs', () => {
  const secured = (security: string) => get('{}', `security: ${security},`);

  test.each<readonly [what: string, before: string, after: string]>([
    ['a scope less', '[{ o: [read, write] }]', '[{ o: [read] }]'],
    ['a scheme less', '[{ o: [read], key: [] }]', '[{ key: [] }]'],
    ['nothing at all', '[{ o: [read] }]', '[{}]'],
    ['another way too', '[{ o: [read] }]', '[{ o: [read] }, { key: [] }]'],
  ])('breaks nobody if it is %s, and the reverse does', async (_what, before, after) => {
    const [old, later] = [secured(before), secured(after)] as const;
    expect(await diff(old, later)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('now lets in'),
    });
    expect(await diff(later, old)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('no longer lets in'),
    });
  });

  test('does not depend on the order of scopes and ways', async () => {
    const { stdout } = await diff(
      secured('[{ o: [a, b] }, { key: [] }]'),
      secured('[{ key: [] }, { o: [b, a] }]'),
    );
    expect(stdout).toBe('Nothing changed.\n');
  });
});

const post = (body: string, parameters = '[]') =>
  `openapi: 3.0.3\npaths: { /pets: { post: { parameters: ${parameters}, requestBody: { content: { ${body} } }, responses: {} } } }`;

const form = (fields: string, encoding: string) =>
  post(`multipart/form-data: { schema: ${object(fields)}, encoding: { ${encoding} } }`);

describe('the encoding of a field', () => {
  const text = 'name: { type: string }';
  const image = 'photo: { type: string, format: binary }';

  test('is no change of its own if the field is new', async () => {
    const { code, stdout } = await diff(
      form(text, ''),
      form(`${text}, ${image}`, 'photo: { contentType: image/png }'),
    );
    expect(stdout).toContain('1 additive, 0 editorial');
    expect(code).toBe(0);
  });

  test('is no change if it says the default', async () => {
    const { stdout } = await diff(
      form(text, ''),
      form(text, 'name: { contentType: text/plain, style: form }'),
    );
    expect(stdout).toBe('Nothing changed.\n');
  });

  test('lists types of which fewer break clients', async () => {
    const [two, one] = ['image/png, image/gif', 'image/png'].map((types) =>
      form(image, `photo: { contentType: "${types}" }`),
    );
    const fewer = await diff(two ?? '', one ?? '');
    expect(fewer.stdout).toContain('contentType image/png or image/gif → image/png (accepts less)');
    expect(fewer.code).toBe(1);
    expect((await diff(one ?? '', two ?? '')).code).toBe(0);
  });
});

test.each<readonly [what: string, before: string, after: string, change: string]>([
  [
    'field',
    post(`application/json: { schema: ${object('')} }`),
    post(`application/json: { schema: ${object('a: { default: 1 }', ', required: [a]')} }`),
    'body.a: required field added, with the default 1 (requests without it fail, unless the server fills in the default)',
  ],
  [
    'field that was optional',
    post(`application/json: { schema: ${object('a: { default: 1 }')} }`),
    post(`application/json: { schema: ${object('a: { default: 1 }', ', required: [a]')} }`),
    'a became required, with the default 1 (',
  ],
  [
    'parameter',
    post(''),
    post('', '[{ name: a, in: query, required: true, schema: { default: x } }]'),
    'required parameter added, with the default "x" (',
  ],
])('says that a required %s has a default', async (_what, before, after, change) => {
  const { code, stdout } = await diff(before, after);
  expect(stdout).toContain(change);
  expect(code).toBe(1);
});

test('what a document says by default is no change when it is written out', async () => {
  const operation = (fields: string) =>
    `openapi: 3.0.3\npaths: { /a: { get: { ${fields}responses: { 200: { description: OK } } } } }\n`;
  const written = `servers: [{ url: / }]\n${operation('deprecated: false, ')}`;
  for (const documents of [
    [operation(''), written],
    [written, operation('')],
  ] as const)
    expect((await diff(...documents)).stdout).toBe('Nothing changed.\n');
});
