import { expect, test } from 'vitest';
import { jsonListener, type Received } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const second = ' HTTP/1.1\r\nHost: a\r\n\r\nDELETE /items/1 HTTP/1.1\r\nHost: a\r\n\r\n';
const ok = { 200: { description: 'OK' } };
const header = (name: string, example: string) => ({
  parameters: [{ name, in: 'header', required: true, schema: { type: 'string' }, example }],
});
const read = (operation: object) => ({ '/items': { get: { responses: ok, ...operation } } });

/** The paths of documents that would have a tool send a request beside those that it says it sends. */
const hostile = {
  'in its path': { [`/items${second}`]: { get: { responses: ok } } },
  'in a method': {
    '/items': { additionalOperations: { [`GET /items${second}`]: { responses: ok } } },
  },
  'in the name of a header': read(header(`X-A: 1\r\n\r\nDELETE /items/1 HTTP/1.1\r\nHost`, 'a')),
  'in the value of a header': read(header('X-A', `1\r\n\r\nDELETE /items/1${second}`)),
  'in a body that is longer than its header says': read({
    ...header('Content-Length', '0'),
    requestBody: { content: { 'text/plain': { example: `DELETE /items/1${second}` } } },
  }),
  'after a body without chunks': read({
    ...header('Transfer-Encoding', 'chunked'),
    requestBody: { content: { 'text/plain': { example: `0\r\n\r\nDELETE /items/1${second}` } } },
  }),
  'in a header that overrides the method': read(header('X-HTTP-Method-Override', 'DELETE')),
  'in a parameter that overrides the method': read({
    parameters: [{ name: '_method', in: 'query', required: true, schema: { enum: ['delete'] } }],
  }),
};

async function methodsSent(paths: object, readOnly: boolean) {
  const received: Received[] = [];
  const { url } = await serverForTest(
    jsonListener((request) => {
      received.push(request);
      return [200, {}];
    }),
  );
  const document = { openapi: '3.2.0', info: { title: 'Items', version: '1' }, paths };
  const run = await runDocument(url, JSON.stringify(document), {}, { readOnly, fuzz: true });
  const methods = received.map(
    ({ method, headers, query }) =>
      headers['x-http-method-override'] ?? query.get('_method') ?? method,
  );
  return { methods: new Set(methods.map((method) => String(method).toUpperCase())), ...run };
}

test.each(Object.entries(hostile))(
  'sends only GET and HEAD with --read-only to a document with DELETE %s',
  async (_where, paths) => {
    const { methods, outcomes } = await methodsSent(paths, true);
    expect([...methods].filter((method) => !['GET', 'HEAD'].includes(method))).toEqual([]);
    expect(outcomes.filter(({ kind }) => kind === 'error')).toEqual([]);
  },
);

test.each(Object.entries(hostile))(
  'deletes nothing of others for a document with DELETE %s',
  async (_where, paths) => {
    const { methods } = await methodsSent(paths, false);
    expect([...methods]).not.toContain('DELETE');
  },
);

test('says that an operation cannot be sent, and does not pass', async () => {
  const { skipped, exit } = await methodsSent(hostile['in its path'], true);
  expect(skipped).toContainEqual(expect.stringContaining('cannot be sent: no request target has'));
  expect(exit).toBe(3);
});
