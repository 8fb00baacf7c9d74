import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

/** Where a value is in a request: a segment of the path, the query, a header, the cookies, or a form. */
type Place = 'path' | 'query' | 'header' | 'cookie' | 'form';

type Read = (text: string) => unknown;

interface Row {
  readonly title: string;
  readonly place: Place;
  readonly version: 'swagger' | 'openapi';
  /** What the document says of the parameter or field `c`, besides its schema. */
  readonly says: object;
  readonly kind: Kind;
  readonly read: Read;
}

const kinds = {
  text: {
    schema: { type: 'string', enum: ['a b', 'c;d'] },
    example: 'a b',
    isValid: (value: unknown) => value === 'a b' || value === 'c;d',
  },
  list: {
    schema: { type: 'array', minItems: 2, items: { type: 'string', enum: ['blue', 'red'] } },
    example: ['blue', 'red'],
    isValid: (value: unknown) =>
      Array.isArray(value) &&
      value.length > 1 &&
      value.every((item) => item === 'blue' || item === 'red'),
  },
  object: {
    schema: {
      type: 'object',
      required: ['R', 'G'],
      properties: { R: { enum: ['10', '20'] }, G: { enum: ['5'] } },
      additionalProperties: false,
    },
    example: { R: '10', G: '5' },
    isValid: (value: unknown) =>
      [
        { R: '10', G: '5' },
        { R: '20', G: '5' },
      ].some((one) => isDeepStrictEqual(one, value)),
  },
} as const;
type Kind = keyof typeof kinds;

/** Readers as servers write them. None has code in common with the engine. */
const decoded: Read = (text) => decodeURIComponent(text.replaceAll('+', ' '));
const plain: Read = (text) => text;
const without =
  (prefix: string, read: Read): Read =>
  (text) =>
    text.startsWith(prefix) ? read(text.slice(prefix.length)) : undefined;
const split =
  (delimiter: string, of: Read = decoded): Read =>
  (text) =>
    text.split(delimiter).map(of);
const pairsOf = (texts: readonly string[]) =>
  Object.fromEntries(
    texts.map((text) => {
      const [name = '', value = ''] = text.split(/=(.*)/s);
      return [String(decoded(name)), decoded(value)] as const;
    }),
  );
const pairs =
  (delimiter: string): Read =>
  (text) =>
    pairsOf(text.split(delimiter));
const alternating =
  (delimiter: string): Read =>
  (text) => {
    const items = text.split(delimiter).map(decoded);
    return Object.fromEntries(
      items.flatMap((item, at) => (at % 2 === 0 ? [[item, items[at + 1]]] : [])),
    );
  };
/** Every `c` of a query, a form, a matrix or cookies. */
const repeated =
  (delimiter: string): Read =>
  (text) =>
    text.split(delimiter).map((one) => (one.startsWith('c=') ? decoded(one.slice(2)) : undefined));
const deep: Read = (text) => {
  const given = Object.entries(pairsOf(text.split('&')));
  return Object.fromEntries(given.map(([name, value]) => [/^c\[(.+)\]$/.exec(name)?.[1], value]));
};
const json: Read = (text) => JSON.parse(String(decoded(text)));

const row = (place: Place, style: string, explode: boolean, kind: Kind, read: Read): Row => ({
  title: `${kind} in a ${place}, style ${style}, explode ${explode}`,
  ...{ place, kind, read, version: 'openapi', says: { style, explode } },
});
const special = (title: string, place: Place, kind: Kind, says: object, read: Read): Row => ({
  ...{ title: `${kind} in a ${place} ${title}`, place, kind, says, read, version: 'openapi' },
});
const old = (place: Place, collectionFormat: string, read: Read): Row => ({
  title: `list in a ${place} with the collectionFormat ${collectionFormat}`,
  ...{ place, kind: 'list', read, version: 'swagger', says: { collectionFormat } },
});

const named = (read: Read) => without('c=', read);

const table: readonly Row[] = [
  row('path', 'simple', false, 'text', decoded),
  row('path', 'simple', false, 'list', split(',')),
  row('path', 'simple', true, 'list', split(',')),
  row('path', 'simple', false, 'object', alternating(',')),
  row('path', 'simple', true, 'object', pairs(',')),
  row('path', 'label', false, 'text', without('.', decoded)),
  row('path', 'label', false, 'list', without('.', split(','))),
  row('path', 'label', true, 'list', without('.', split('.'))),
  row('path', 'label', false, 'object', without('.', alternating(','))),
  row('path', 'label', true, 'object', without('.', pairs('.'))),
  row('path', 'matrix', false, 'text', without(';c=', decoded)),
  row('path', 'matrix', false, 'list', without(';c=', split(','))),
  row('path', 'matrix', true, 'list', without(';', repeated(';'))),
  row('path', 'matrix', false, 'object', without(';c=', alternating(','))),
  row('path', 'matrix', true, 'object', without(';', pairs(';'))),
  row('query', 'form', true, 'text', named(decoded)),
  row('query', 'form', false, 'list', named(split(','))),
  row('query', 'form', true, 'list', repeated('&')),
  row('query', 'form', false, 'object', named(alternating(','))),
  row('query', 'form', true, 'object', pairs('&')),
  row('query', 'spaceDelimited', false, 'list', named(split('%20'))),
  row('query', 'spaceDelimited', false, 'object', named(alternating('%20'))),
  row('query', 'pipeDelimited', false, 'list', named(split('%7C'))),
  row('query', 'pipeDelimited', false, 'object', named(alternating('%7C'))),
  row('query', 'deepObject', true, 'object', deep),
  row('header', 'simple', false, 'text', plain),
  row('header', 'simple', false, 'list', split(',', plain)),
  row('header', 'simple', true, 'list', split(',', plain)),
  row('header', 'simple', false, 'object', alternating(',')),
  row('header', 'simple', true, 'object', pairs(',')),
  row('cookie', 'form', true, 'text', named(decoded)),
  row('cookie', 'form', false, 'list', named(split(','))),
  row('cookie', 'form', true, 'list', repeated('; ')),
  row('cookie', 'form', false, 'object', named(alternating(','))),
  row('cookie', 'form', true, 'object', pairs('; ')),
  ...(['object', 'list'] as const).flatMap((kind) => [
    special('with content', 'query', kind, { content: 'application/json' }, named(json)),
    special('with content', 'path', kind, { content: 'application/json' }, json),
    special('with content', 'form', kind, { contentType: 'application/json' }, named(json)),
  ]),
  special('with allowReserved', 'query', 'text', { allowReserved: true }, (text) =>
    // This server reads no `%3B`.
    text.includes('%3B') ? undefined : named(decoded)(text),
  ),
  special('without an encoding', 'form', 'list', {}, repeated('&')),
  special('without an encoding', 'form', 'object', {}, named(json)),
  row('form', 'form', false, 'list', named(split(','))),
  row('form', 'form', true, 'object', pairs('&')),
  row('form', 'spaceDelimited', false, 'list', named(split('%20'))),
  row('form', 'pipeDelimited', false, 'list', named(split('%7C'))),
  row('form', 'deepObject', true, 'object', deep),
  old('query', 'csv', named(split(','))),
  old('query', 'ssv', named(split('%20'))),
  old('query', 'tsv', named(split('%09'))),
  old('query', 'pipes', named(split('%7C'))),
  old('query', 'multi', repeated('&')),
  old('path', 'csv', split(',')),
  old('path', 'ssv', split('%20')),
  old('path', 'pipes', split('%7C')),
  old('header', 'csv', split(',', plain)),
  old('header', 'ssv', split(' ', plain)),
  old('header', 'tsv', split('\t', plain)),
  old('header', 'pipes', split('|', plain)),
  old('form', 'csv', named(split(','))),
  old('form', 'ssv', named(split('%20'))),
  old('form', 'pipes', named(split('%7C'))),
  old('form', 'multi', repeated('&')),
];

const responses = { 200: { description: 'OK' }, 400: { description: 'Invalid' } };

function documentOf({ place, version, says, kind }: Row): string {
  const path = place === 'path' ? '/items/{c}' : '/items';
  const operation =
    version === 'swagger' ? oldOperation(place, says, kind) : operationOf(place, says, kind);
  const method = place === 'form' ? 'post' : 'get';
  const info = { title: 'Items', version: '1' };
  // An operation that always works: a run without a success would say nothing about the server.
  const ready = { get: { responses: { 200: { description: 'OK' } } } };
  const paths = { '/ready': ready, [path]: { [method]: { responses, ...operation } } };
  const head = version === 'swagger' ? { swagger: '2.0' } : { openapi: '3.1.0' };
  return JSON.stringify({ ...head, info, paths });
}

function operationOf(place: Place, says: object, kind: Kind): object {
  const { schema, example } = kinds[kind];
  if (place === 'form') {
    const form = {
      schema: { type: 'object', required: ['c'], properties: { c: schema } },
      example: { c: example },
      encoding: { c: says },
    };
    return {
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': form } },
    };
  }
  const parameter = { name: 'c', in: place, required: true };
  return 'content' in says
    ? { parameters: [{ ...parameter, content: { [String(says.content)]: { schema, example } } }] }
    : { parameters: [{ ...parameter, ...says, schema, example }] };
}

function oldOperation(place: Place, says: object, kind: Kind): object {
  const { schema, example } = kinds[kind];
  const where = place === 'form' ? 'formData' : place;
  const parameter = {
    name: 'c',
    in: where,
    required: true,
    ...schema,
    ...says,
    'x-example': example,
  };
  return {
    ...(place === 'form' && { consumes: ['application/x-www-form-urlencoded'] }),
    parameters: [parameter],
  };
}

/** A server that reads one value by its reader, and returns 400 for one that is not valid. */
function serverOf({ place, kind }: Row, read: Read) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const [path = '', query = ''] = String(request.url).split('?');
    const segment = /^\/items\/([^/]+)$/.exec(path)?.[1];
    const texts: Record<Place, string | undefined> = {
      path: segment,
      query,
      header: request.headers.c === undefined ? undefined : String(request.headers.c),
      cookie: request.headers.cookie,
      form: body,
    };
    if (path === '/ready')
      return response.writeHead(request.method === 'GET' ? 200 : 405, { allow: 'GET' }).end();
    const isThere = place === 'path' ? segment !== undefined : path === '/items';
    const method = place === 'form' ? 'POST' : 'GET';
    const isForm = /^application\/x-www-form-urlencoded/.test(
      request.headers['content-type'] ?? '',
    );
    if (!isThere) return response.writeHead(404).end();
    if (request.method !== method) return response.writeHead(405, { allow: method }).end();
    if (place === 'form' && body !== '' && !isForm) return response.writeHead(415).end();
    const isValid = kinds[kind].isValid(tried(read, texts[place]));
    response.writeHead(isValid ? 200 : 400).end();
  };
}

function tried(read: Read, text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : read(text);
  } catch {
    return undefined;
  }
}

async function run(row: Row, read: Read) {
  const { url } = await serverForTest(serverOf(row, read));
  return runDocument(url, documentOf(row));
}

describe.each(table)('$title', (row) => {
  test('a server that reads it as the specification says passes', async () => {
    const { broken, exit } = await run(row, row.read);
    expect({ broken, exit }).toEqual({ broken: {}, exit: 0 });
  });

  test('a server that reads it otherwise fails', async () => {
    // It decodes nothing, and knows neither prefixes nor delimiters, or those of another place.
    const { broken, exit } = await run(row, wrongReader(row));
    expect({ exit, isBroken: Object.keys(broken).length > 0 }).toEqual({ exit: 1, isBroken: true });
  });
});

/** Does not read what the right reader reads: takes the text as the value, or a list for one item. */
function wrongReader({ kind, place, read }: Row): Read {
  if (kind === 'list') return (text) => [text];
  if (kind === 'object') return split(',');
  // In a header a text is as it is sent.
  return place === 'header' ? json : (text) => (text === read(text) ? undefined : text);
}
