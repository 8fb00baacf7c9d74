import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const record = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const list = { 'application/json': { schema: { type: 'array', items: record } } };
const of = (type: string, media: object = { schema: record }) => ({ [type]: media });
const event = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'string', pattern: '^n' }, id: { type: 'string' } },
};

type Send = (response: ServerResponse) => void;

const sends =
  (type: string, body: string | Buffer, headers: Record<string, string> = {}): Send =>
  (response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);

const coded = (coding: string, body: Buffer) =>
  sends('application/json', body, { 'content-encoding': coding });

/** Sends a beginning, and then nothing more, without an end. */
const opens =
  (type: string, body: string): Send =>
  (response) => {
    response.writeHead(200, { 'content-type': type }).write(body);
  };

const right = '[{"id":1}]';
const wrong = '[{"id":"one"}]';
const manyHeaders = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`x-${at}`, '1']));

const cases: [what: string, content: object, correct: Send, sabotaged: Send, rule: string][] = [
  ['gzip', list, coded('gzip', gzipSync(right)), coded('gzip', gzipSync(wrong)), 'schema'],
  ['x-gzip', list, coded('x-gzip', gzipSync(right)), coded('x-gzip', gzipSync(wrong)), 'schema'],
  [
    'deflate',
    list,
    coded('deflate', deflateSync(right)),
    coded('deflate', deflateSync(wrong)),
    'schema',
  ],
  [
    'a bare deflate stream',
    list,
    coded('deflate', deflateRawSync(right)),
    coded('deflate', deflateRawSync(wrong)),
    'schema',
  ],
  [
    'br',
    list,
    coded('br', brotliCompressSync(right)),
    coded('br', brotliCompressSync(wrong)),
    'schema',
  ],
  [
    'two codings',
    list,
    coded('deflate, gzip', gzipSync(deflateSync(right))),
    coded('deflate, gzip', gzipSync(deflateSync(wrong))),
    'schema',
  ],
  [
    'a coding that the body has',
    list,
    coded('gzip', gzipSync(right)),
    coded('gzip', Buffer.from(right)),
    'framing',
  ],
  [
    'events',
    of('text/event-stream', { itemSchema: event }),
    opens('text/event-stream', ': hello\n\ndata: n1\nid: 1\n\ndata: n'),
    opens('text/event-stream', 'data: m1\n\n'),
    'schema',
  ],
  [
    'events that are declared as text',
    of('text/event-stream', { schema: { type: 'string' } }),
    opens('text/event-stream', 'data: 1\n\n'),
    sends('text/plain', 'data: 1\n\n'),
    'content-type',
  ],
  [
    'lines',
    of('application/x-ndjson'),
    opens('application/x-ndjson', '{"id":1}\n{"id":2}\n{"i'),
    opens('application/x-ndjson', '{"id":1}\n{}\n'),
    'schema',
  ],
  [
    'lines that are declared as a list',
    of('application/jsonl', { schema: { type: 'array', items: record } }),
    sends('application/jsonl', '{"id":1}\r\n{"id":2}'),
    sends('application/jsonl', '{"id":1}\n{}'),
    'schema',
  ],
  [
    'records',
    of('application/json-seq', { itemSchema: record }),
    sends('application/json-seq', '\x1e{"id":1}\n\x1e{"id":2}\n'),
    sends('application/json-seq', '\x1e{"id":1}\n\x1e{}\n'),
    'schema',
  ],
  [
    'items that are JSON',
    of('application/x-ndjson'),
    sends('application/x-ndjson', '{"id":1}\n'),
    sends('application/x-ndjson', 'id=1\n'),
    'schema',
  ],
  [
    'compressed lines that go on',
    of('application/x-ndjson'),
    (response) => {
      const body = gzipSync('{"id":1}\n{"id":2}\n');
      response.writeHead(200, {
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
      });
      response.write(body.subarray(0, -8));
    },
    sends('application/x-ndjson', gzipSync('{}\n'), { 'content-encoding': 'gzip' }),
    'schema',
  ],
  [
    'the type that is more specific than a range before it',
    {
      '*/*': { schema: { type: 'integer' } },
      'application/*': { schema: { type: 'integer' } },
      ...of('application/vnd.x+json'),
    },
    sends('application/vnd.x+json; charset=utf-8', '{"id":1}'),
    sends('application/vnd.x+json', '1'),
    'schema',
  ],
  [
    'the type with a parameter',
    { 'application/json': { schema: { type: 'integer' } }, ...of('application/json; v="2"') },
    sends('Application/JSON;V=2', '{"id":1}'),
    sends('application/json;v=2', '{}'),
    'schema',
  ],
  [
    'a body of a megabyte',
    list,
    sends('application/json', `[${'{"id":1},'.repeat(100_000)}{"id":1}]`),
    sends('application/json', `[${'{"id":1},'.repeat(100_000)}{}]`),
    'schema',
  ],
  [
    'a type, whose body is too large to judge',
    list,
    sends('application/json', `["${'x'.repeat(3_000_000)}"]`),
    sends('text/plain', 'x'.repeat(3_000_000)),
    'content-type',
  ],
  [
    'as many headers as clients accept',
    list,
    sends('application/json', right),
    sends('application/json', right, manyHeaders),
    'framing',
  ],
];

async function run(content: object, send: Send) {
  const { url } = await serverForTest(({ method, url: target }, response) => {
    if (target !== '/items') return response.writeHead(404).end();
    if (method !== 'GET') return response.writeHead(405, { allow: 'GET' }).end();
    return send(response);
  });
  const paths = { '/items': { get: { responses: { 200: { description: 'OK', content } } } } };
  const document = { openapi: '3.2.0', info: { title: 'Items', version: '1' }, paths };
  return runDocument(url, JSON.stringify(document), {}, { wire: true });
}

test.each(cases)('judges %s', async (_what, content, correct, sabotaged, rule) => {
  const passed = await run(content, correct);
  expect(passed.broken).toEqual({});
  expect(passed.exit).toBe(0);

  const { broken } = await run(content, sabotaged);
  expect(Object.keys(broken)).toEqual([`document/response-${rule}`]);
});

test.each<[what: string, said: RegExp, send: Send]>([
  [
    'too large',
    /larger than 1048576 bytes/,
    sends('application/json', `["${'x'.repeat(1_200_000)}"]`),
  ],
  [
    'without an end',
    /larger than 1048576 bytes/,
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write('1'.repeat(60_000)), 1);
      response.on('close', () => clearInterval(timer));
    },
  ],
  [
    'large only when it is decoded',
    /larger than 1048576 bytes/,
    coded('gzip', gzipSync('1'.repeat(50_000_000))),
  ],
  ['in a coding that is not known', /coding zstd/, coded('zstd', Buffer.from(right))],
  [
    'nested too deeply',
    /deeper than 500/,
    sends('application/json', '['.repeat(100_000) + ']'.repeat(100_000)),
  ],
])(
  'says that a body %s is not compared with its schema, and reports no error of the server',
  async (_what, said, send) => {
    const { broken, outcomes, exit } = await run(list, send);
    expect(broken).toEqual({});
    expect(exit).toBe(0);
    const schema = outcomes.find(({ check }) => check === 'document/response-schema');
    expect(schema?.kind).toBe('observed');
    expect(schema?.failures[0]?.got).toMatch(said);
  },
);

test('does not say that something is missing in a list that is too large to read', async () => {
  const items = new Map<string, object>();
  const { url } = await serverForTest(
    jsonListener(({ method, path, json }) => {
      const [, id] = /^\/items(?:\/(\w+))?$/.exec(path) ?? [];
      if (path === '/items' && method === 'POST') {
        const name = objectIn(json)?.name;
        if (typeof name !== 'string') return [400, {}];
        const item = { id: `i${items.size + 1}`, name };
        items.set(item.id, item);
        return [201, item];
      }
      const large = { id: 'i0', name: 'x'.repeat(1_500_000) };
      if (path === '/items' && method === 'GET') return [200, [large, ...items.values()]];
      const item = items.get(id ?? '');
      return item && method === 'GET' ? [200, item] : [404, {}];
    }),
  );
  const item = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
  };
  const of = (schema: object) => ({ 'application/json': { schema } });
  const ok = (schema: object) => ({ description: 'OK', content: of(schema) });
  const invalid = { 400: { description: 'Invalid' }, 404: { description: 'Unknown' } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const paths = {
    '/items': {
      get: { responses: { 200: ok({ type: 'array', items: item }) } },
      post: {
        requestBody: { required: true, content: of(item) },
        responses: { 201: ok(item), ...invalid },
      },
    },
    '/items/{id}': { get: { parameters: [id], responses: { 200: ok(item), ...invalid } } },
  };
  const document = { openapi: '3.1.0', info: { title: 'Items', version: '1' }, paths };
  const { outcomes } = await runDocument(url, JSON.stringify(document), {}, { fuzz: false });
  const listed = outcomes.find(({ check }) => check.startsWith('document/created-is-listed'));
  expect(listed?.kind).toBe('skipped');
  expect(listed?.reason).toMatch(/cannot be read: it is larger than 1048576 bytes/);
});
