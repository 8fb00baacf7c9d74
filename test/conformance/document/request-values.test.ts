import { expect, test } from 'vitest';
import { emptyProfile } from '../../../conformance/engine/profile/profile.ts';
import { readProfile } from '../../../conformance/engine/profile/read-profile.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

/** The requests of a run, against a server that accepts what `isAccepted` accepts. */
async function sentBy(
  paths: string,
  profile = emptyProfile,
  isAccepted = (_: string) => true,
  more: string[] = [],
) {
  const server = await serverForTest((request, response) => {
    const isFound = isAccepted(`${request.url} ${request.headers['x-tenant']}`);
    request.resume().on('end', () => response.writeHead(isFound ? 200 : 400).end());
  });
  const kinds = 'type: object, required: [kind], properties: { kind: { type: string } }';
  const schemas = `Cat: { ${kinds} }, Pet: { ${kinds}, discriminator: { propertyName: kind } },
    Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }] },
    Node: { required: [up], properties: { up: { anyOf: [{ $ref: "#/components/schemas/Node" }, { type: "null" }] } } }`;
  const document = `openapi: 3.1.0\npaths: {${paths}}\ncomponents: { schemas: { ${schemas} } }`;
  const only = ['document/invalid-parameter', 'document/missing-body', ...more];
  return runDocument(server.url, document, {}, { profile, only });
}

const responses = 'responses: { 200: {}, 400: {}, 422: {} }';
const cat = '#/components/schemas/Cat';
const multipart = 'multipart/form-data';
const post = (type: string, schema: string, more = '') =>
  `/things: { post: { operationId: add, ${responses}, requestBody: { required: true, content: {
    ${type}: { schema: ${schema}${more} } } } } }`;
const get = (...parameters: string[]) =>
  `/things: { get: { operationId: list, parameters: [${parameters.join()}], ${responses} } }`;
const binary = '{ type: string, format: binary }';
const text = '{ type: string }';
const integer = '{ type: integer }';
const fields = (properties: Readonly<Record<string, string>>) => {
  const all = Object.entries(properties).map(([name, schema]) => `${name}: ${schema}`);
  return `{ type: object, properties: { ${all.join()} }, required: [${Object.keys(properties).join()}] }`;
};
const json = (keywords: string) =>
  post('application/json', `{ properties: { a: ${integer} }, ${keywords} }`);
const a = (keywords: string) => post('application/json', fields({ a: `{ ${keywords} }` }));
const component = (name: string, more = '') =>
  post('application/json', `{ $ref: "#/components/schemas/${name}"${more} }`);
const only = (value: string, name: string) =>
  `{ if: { properties: { b: { const: ${value} } } }, then: { required: [${name}] }, else: { not: { required: [${name}] } } }`;
const closed = (name: string) =>
  `{ properties: { ${name}: ${text} }, additionalProperties: false }`;
const listOf = (items: string) => `{ type: array, minItems: 2, items: ${items} }`;

test.each([
  [
    'a file',
    post(multipart, fields({ file: binary })),
    'name="file"; filename="file.bin"\r\nContent-Type: application/octet-stream\r\n\r\nsample',
  ],
  [
    'a list of files',
    post(multipart, fields({ files: `{ type: array, items: ${binary} }` })),
    'name="files"; filename="files.bin"',
  ],
  [
    'a picture',
    post(multipart, fields({ a: text }), ', encoding: { a: { contentType: image/* } }'),
    'Content-Type: image/png',
  ],
  [
    'JSON in a part',
    post(multipart, fields({ a: fields({ b: integer }) })),
    'name="a"\r\nContent-Type: application/json\r\n\r\n{"b":1}',
  ],
  [
    'a form with a list',
    post(
      'application/x-www-form-urlencoded',
      fields({ a: listOf(integer), b: '{ type: "null" }' }),
    ),
    '\r\n\r\na=1&a=1',
  ],
  [
    'a choice',
    post(
      'application/json',
      `{ oneOf: [{ $ref: "${cat}" }], discriminator: { propertyName: kind, mapping: { cat: "${cat}" } } }`,
    ),
    '{"kind":"cat"}',
  ],
  [
    'a deep object',
    get(
      `{ name: f, in: query, required: true, style: deepObject, schema: ${fields({ a: integer })} }`,
    ),
    'GET /things?f%5Ba%5D=1',
  ],
  ['a field of a part', json('allOf: [{ required: [a] }]'), '{"a":1}'],
  ['one of two fields', json('anyOf: [{ required: [a] }, { required: [b] }]'), '{"a":1}'],
  ['at least one field', json('minProperties: 1'), '{"a":1}'],
  [
    'what another field needs',
    json('required: [b], dependentRequired: { b: [a] }'),
    '{"b":"sample","a":1}',
  ],
  [
    'what a condition asks for',
    json('required: [b], if: { required: [b] }, then: { required: [a] }'),
    '"a":1',
  ],
  [
    'an entry of a map',
    post(
      'application/json',
      `{ minProperties: 1, propertyNames: { const: z }, additionalProperties: ${integer} }`,
    ),
    '{"z":1}',
  ],
  [
    'a pair',
    post('application/json', `{ minItems: 2, prefixItems: [${integer}, { const: x }] }`),
    '[1,"x"]',
  ],
  [
    'different items',
    post('application/json', '{ minItems: 2, items: { enum: [x, y] }, uniqueItems: true }'),
    '["x","y"]',
  ],
  [
    'a text for a pattern that looks ahead',
    post(
      'application/json',
      fields({ a: "{ type: string, pattern: '^(?=.*[0-9])(?=.*[A-Z]).+$' }" }),
    ),
    '{"a":"Sample-1"}',
  ],
  ['a probability', a('type: number, exclusiveMinimum: 0, exclusiveMaximum: 1'), '{"a":0.5}'],
  ['a multiple of a fraction', a('type: number, minimum: 0.3, multipleOf: 0.1'), '{"a":0.3}'],
  ['two dates', a('minItems: 2, items: { format: date }'), '{"a":["2024-05-17","2024-05-17"]}'],
  ['different numbers', a(`uniqueItems: true, minItems: 2, items: ${integer}`), '{"a":[1,2]}'],
  ['an item that a list must contain', a('contains: { const: x }, items: {}'), '{"a":["x"]}'],
  ['a format with a pattern', a("format: date, pattern: '-'"), '{"a":"2024-05-17"}'],
  ['a long text for a pattern', a("pattern: '^[A-Z]+$', minLength: 8"), '{"a":"SAMPLESA"}'],
  ['a strong password', a("pattern: '^(?=.*[A-Z])(?=.*[@$]).{10,}$'"), '{"a":"Sample1@Sa"}'],
  ['no wrong example', a('type: string, maxLength: 3, example: 12345'), '{"a":"sam"}'],
  ['a value that is not excluded', a('enum: [x, y], not: { const: x }'), '{"a":"y"}'],
  [
    'the stricter of two limits',
    a('allOf: [{ minimum: 5, type: integer }, { minimum: 1 }]'),
    '{"a":5}',
  ],
  [
    'a reference with another field',
    component('Cat', ', required: [b]'),
    '{"kind":"sample","b":"sample"}',
  ],
  [
    'what one of two conditions asks for',
    post(
      'application/json',
      `{ properties: { b: { enum: [x, y] } }, required: [b], allOf: [${only('x', 'a')}, ${only('y', 'c')}] }`,
    ),
    '{"a":"sample","b":"x"}',
  ],
  [
    'one of two optional fields',
    post('application/json', `{ oneOf: [${closed('b')}, ${closed('c')}] }`),
    '{"b":"sample"}',
  ],
  ['null where a schema contains itself', component('Node'), '\r\n\r\n{"up":null}'],
  ['the name of a schema as its parent asks for it', component('Dog'), '{"kind":"Dog"}'],
  ['a cookie', get(`{ name: c, in: cookie, required: true, schema: ${text} }`), 'Cookie: c=sample'],
])('sends %s as the document says', async (_name, paths, expected) => {
  const { sent, broken } = await sentBy(paths, undefined, undefined, [
    'document/undeclared-method',
  ]);
  expect(broken).not.toHaveProperty('responses/no-server-error');
  expect(sent.join('\n')).toContain(expected);
});

test('sends the values of the profile, by operation first, and does not test them as missing', async () => {
  const profile = await readProfile(
    'values:\n  token: jessica\n  X-Tenant: env:TENANT\n  GET /users/{id}: { id: 7 }',
    { environment: { TENANT: 'acme' }, folder: '.', prompt: undefined },
  );
  const token = `{ name: token, in: query, required: true, schema: ${text} }`;
  const tenant =
    '{ name: x-tenant, in: header, required: true, schema: { type: string, maxLength: 9 } }';
  const id = `{ name: id, in: path, required: true, schema: ${integer} }`;
  const body = `requestBody: { content: { application/json: { schema: ${fields({ token: text })} } } }`;
  const paths = `
    /users: { post: { operationId: add, parameters: [${token}, ${tenant}], ${body}, ${responses} } },
    '/users/{id}': { get: { operationId: get, parameters: [${token}, ${tenant}, ${id}], ${responses} } }`;
  const isAccepted = (text: string) =>
    /token=jessica acme$/.test(text) && !/users\/(?!7\?)/.test(text);
  const { broken, coverage, sent } = await sentBy(paths, profile, isAccepted);
  expect(broken).toEqual({});
  expect(
    coverage.map(({ operation, declared }) => [operation, Number(declared['200']) > 0]),
  ).toEqual([
    ['add', true],
    ['get', true],
  ]);
  expect(sent.join()).toContain('{"token":"jessica"}');
});

test('tests a header as missing, unless the profile sends it with every request', async () => {
  const paths = get(`{ name: x-tenant, in: header, required: true, schema: ${text} }`);
  const headers = [['X-Tenant', 'acme'] as const];
  expect((await sentBy(paths)).broken).toHaveProperty('document/invalid-parameter/list');
  expect((await sentBy(paths, { ...emptyProfile, headers })).broken).toEqual({});
});
