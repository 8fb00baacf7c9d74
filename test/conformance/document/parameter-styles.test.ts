import { expect, test } from 'vitest';
import { jsonListener } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const list = ['blue', 'black'];
const object = { R: 100, G: 200 };
const ok = { 200: { description: 'OK' }, 400: { description: 'Invalid' } };

const schemaOf = (value: unknown) =>
  Array.isArray(value) ? { type: 'array', items: { type: 'string' } } : { type: typeof value };

/** The table of styles of the specification: what is sent of a parameter `c`, with and without `explode`. */
const styles: [place: string, style: string, value: unknown, exploded: string, joined: string][] = [
  ['path', 'simple', 'blue', '/blue', '/blue'],
  ['path', 'simple', list, '/blue,black', '/blue,black'],
  ['path', 'simple', object, '/R=100,G=200', '/R,100,G,200'],
  ['path', 'label', 'blue', '/.blue', '/.blue'],
  ['path', 'label', list, '/.blue.black', '/.blue,black'],
  ['path', 'label', object, '/.R=100.G=200', '/.R,100,G,200'],
  ['path', 'matrix', 'blue', '/;c=blue', '/;c=blue'],
  ['path', 'matrix', list, '/;c=blue;c=black', '/;c=blue,black'],
  ['path', 'matrix', object, '/;R=100;G=200', '/;c=R,100,G,200'],
  ['query', 'form', 'a b&c', '?c=a%20b%26c', '?c=a%20b%26c'],
  ['query', 'form', list, '?c=blue&c=black', '?c=blue,black'],
  ['query', 'form', object, '?R=100&G=200', '?c=R,100,G,200'],
  ['query', 'spaceDelimited', list, '?c=blue&c=black', '?c=blue%20black'],
  ['query', 'pipeDelimited', list, '?c=blue&c=black', '?c=blue%7Cblack'],
  ['query', 'pipeDelimited', object, '?R=100&G=200', '?c=R%7C100%7CG%7C200'],
  [
    'query',
    'deepObject',
    { R: 1, in: { a: [2, 3] } },
    '?c%5BR%5D=1&c%5Bin%5D%5Ba%5D=2&c%5Bin%5D%5Ba%5D=3',
    '?c%5BR%5D=1&c%5Bin%5D%5Ba%5D=2&c%5Bin%5D%5Ba%5D=3',
  ],
  ['header', 'simple', list, 'c: blue,black', 'c: blue,black'],
  ['header', 'simple', object, 'c: R=100,G=200', 'c: R,100,G,200'],
  ['cookie', 'form', list, 'Cookie: c=blue; c=black', 'Cookie: c=blue,black'],
  ['cookie', 'cookie', 'a b', 'Cookie: c=a b', 'Cookie: c=a b'],
];

/** What is sent first to an operation with these parameters, or with this body. */
async function firstSent(operation: object, path = '/items'): Promise<string> {
  const { url } = await serverForTest(jsonListener(() => [200, {}]));
  const method = 'requestBody' in operation ? 'post' : 'get';
  const paths = { [path]: { [method]: { responses: ok, ...operation } } };
  const document = { openapi: '3.2.0', info: { title: 'Items', version: '1' }, paths };
  const { sent } = await runDocument(url, JSON.stringify(document));
  return sent[0] ?? '';
}

test.each(
  styles.flatMap(([place, style, value, exploded, joined]) => [
    { place, style, value, explode: true, expected: exploded },
    { place, style, value, explode: false, expected: joined },
  ]),
)(
  'sends $value in a $place as $expected with style $style and explode $explode',
  async ({ place, style, value, explode, expected }) => {
    const parameter = {
      name: 'c',
      in: place,
      required: true,
      style,
      explode,
      schema: schemaOf(value),
      example: value,
    };
    const sent = await firstSent(
      { parameters: [parameter] },
      place === 'path' ? '/items/{c}' : '/items',
    );
    const inTarget = `${expected} HTTP/1.1\r\n`;
    expect(sent).toContain(place === 'path' || place === 'query' ? inTarget : `${expected}\r\n`);
  },
);

test.each<[what: string, parameter: object, expected: string]>([
  [
    'a parameter with content as JSON',
    {
      content: {
        'application/json': {
          schema: { type: 'object', required: ['a'], properties: { a: { const: 1 } } },
        },
      },
    },
    '?c=%7B%22a%22%3A1%7D',
  ],
  [
    'its example as JSON',
    { content: { 'application/json': { schema: {}, example: [1, 'x'] } } },
    '?c=%5B1%2C%22x%22%5D',
  ],
  [
    'reserved characters as they are with allowReserved',
    { allowReserved: true, schema: { type: 'string' }, example: 'a/b:c?d=e&f#g' },
    '?c=a/b:c?d%3De%26f%23g',
  ],
])('sends %s', async (_what, parameter, expected) => {
  const sent = await firstSent({
    parameters: [{ name: 'c', in: 'query', required: true, ...parameter }],
  });
  expect(sent).toContain(`${expected} HTTP/1.1\r\n`);
});

test.each<[what: string, encoding: object, value: unknown, expected: string]>([
  ['a list in pairs', {}, list, 'c=blue&c=black'],
  ['a list without explode', { explode: false }, list, 'c=blue,black'],
  ['a list with spaces', { style: 'spaceDelimited', explode: false }, list, 'c=blue%20black'],
  ['an object as JSON', {}, object, 'c=%7B%22R%22%3A100%2C%22G%22%3A200%7D'],
  ['an object with deepObject', { style: 'deepObject' }, object, 'c%5BR%5D=100&c%5BG%5D=200'],
  ['an object with explode', { explode: true }, object, 'R=100&G=200'],
  ['a list as JSON', { contentType: 'application/json' }, list, 'c=%5B%22blue%22%2C%22black%22%5D'],
  ['reserved characters', { allowReserved: true }, 'a/b&c', 'c=a/b%26c'],
])('sends a form with %s as its encoding says', async (_what, encoding, value, expected) => {
  const media = {
    schema: { type: 'object', properties: { c: schemaOf(value) } },
    example: { c: value },
    encoding: { c: encoding },
  };
  const sent = await firstSent({
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': media } },
  });
  expect(sent.split('\r\n\r\n')[1]).toBe(expected);
});

test.each([
  ['query', 'csv', '?c=blue,black HTTP'],
  ['query', 'ssv', '?c=blue%20black HTTP'],
  ['query', 'tsv', '?c=blue%09black HTTP'],
  ['query', 'pipes', '?c=blue%7Cblack HTTP'],
  ['query', 'multi', '?c=blue&c=black HTTP'],
  ['path', 'pipes', '/items/blue%7Cblack HTTP'],
  ['header', 'ssv', 'c: blue black\r\n'],
  ['header', 'pipes', 'c: blue|black\r\n'],
  ['formData', 'csv', '\r\n\r\nc=blue,black'],
  ['formData', 'tsv', '\r\n\r\nc=blue%09black'],
])(
  'sends a list of Swagger 2 in a %s with the collectionFormat %s',
  async (place, collectionFormat, expected) => {
    const { url } = await serverForTest(jsonListener(() => [200, {}]));
    const parameter = {
      name: 'c',
      in: place,
      required: true,
      type: 'array',
      minItems: 2,
      maxItems: 2,
      collectionFormat,
      items: { type: 'string' },
      'x-example': list,
    };
    const operation = { responses: ok, parameters: [parameter] };
    const paths = {
      [place === 'path' ? '/items/{c}' : '/items']: {
        [place === 'formData' ? 'post' : 'get']: operation,
      },
    };
    const document = { swagger: '2.0', info: { title: 'Items', version: '1' }, paths };
    const { sent } = await runDocument(url, JSON.stringify(document));
    expect(sent[0]?.replace(/c=sample(,|%09)sample/, 'c=blue$1black')).toContain(expected);
  },
);

const count = { allOf: [{ $ref: '#/components/schemas/Count' }], description: 'How many' };

test.each<[what: string, header: object, right: string, wrong: string]>([
  ['behind allOf and a reference', { schema: count }, '2', '-1'],
  [
    'of one of several types',
    { schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
    '7',
    'x',
  ],
  ['that is a list', { schema: { type: 'array', maxItems: 2, items: count } }, '1, 2', '1, 2, 3'],
  ['that is a list of numbers', { schema: { type: 'array', items: count } }, '1,2', '1,x'],
  [
    'that is an object',
    { schema: { type: 'object', properties: { limit: count }, required: ['limit'] } },
    'limit,3,left,2',
    'left,2',
  ],
  [
    'that is an object with explode',
    { explode: true, schema: { type: 'object', properties: { limit: count } } },
    'limit=3,left=2',
    'limit=x',
  ],
  [
    'with JSON',
    { content: { 'application/json': { schema: { type: 'object', required: ['a'] } } } },
    '{"a":1}',
    '{"b":1}',
  ],
  ['with text that is no JSON', { content: { 'application/json': { schema: {} } } }, '[]', '[x'],
  ['of an enum of numbers', { schema: { enum: [1, 2] } }, '2', '3'],
  ['that is true or false', { schema: { type: 'boolean' } }, 'true', 'yes'],
])('judges a header %s', async (_what, header, right, wrong) => {
  const judge = async (value: string) => {
    const { url } = await serverForTest(
      jsonListener(({ method, path }) => {
        if (path !== '/items') return [404];
        return method === 'GET' ? [200, {}, { 'X-A': value }] : [405, undefined, { allow: 'GET' }];
      }),
    );
    const responses = { 200: { description: 'OK', headers: { 'X-A': header } } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Items', version: '1' },
      paths: { '/items': { get: { responses } } },
      components: { schemas: { Count: { type: 'integer', minimum: 0 } } },
    };
    return (await runDocument(url, JSON.stringify(document))).broken;
  };
  expect(await judge(right)).toEqual({});
  expect(Object.keys(await judge(wrong))).toEqual(['document/response-header']);
});

test.each([
  ['/items/7', 'passed'],
  ['https://example.com/items/7', 'passed'],
  ['/items/a b', 'observed'],
])('reads Location as a URI reference, whatever its format: %s', async (location, kind) => {
  const { url } = await serverForTest(
    jsonListener(({ method }) =>
      method === 'GET' ? [200, {}, { location }] : [405, undefined, { allow: 'GET' }],
    ),
  );
  const headers = { Location: { schema: { type: 'string', format: 'uri' } } };
  const responses = { 200: { description: 'OK', headers } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Items', version: '1' },
    paths: { '/items': { get: { responses } } },
  };
  const { outcomes } = await runDocument(url, JSON.stringify(document));
  expect(outcomes.find(({ check }) => check === 'document/response-format')?.kind).toBe(kind);
});
