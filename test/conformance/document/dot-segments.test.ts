import { expect, test } from 'vitest';
import { jsonListener } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const content = {
  'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } },
};
const documentOf = (example: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: {
      '/shops/main/books': {
        post: {
          requestBody: { content },
          responses: { 201: { description: 'Created', content } },
        },
      },
      '/shops/main/books/{id}': {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example },
        ],
        get: { responses: { 200: { description: 'OK', content } } },
        delete: { responses: { 204: { description: 'Deleted' } } },
      },
    },
  });

test.each([
  ['the document', '..', '7'],
  ['the server', '7', '..'],
  ['the document, encoded', '%2e%2E', '7'],
  ['the server, for the same folder', '7', '.'],
])('sends no request to another path for an id of %s', async (_whose, example, id) => {
  const { url } = await serverForTest(
    jsonListener(({ method }) => (method === 'POST' ? [201, { id }] : [200, { id }])),
  );
  const { sent } = await runDocument(url, documentOf(example), {}, { fuzz: false });
  const targets = sent.map((text) => text.split(' ')[1] ?? '');
  expect(targets.filter((target) => /\/(\.|%2e){1,2}(\/|\?|$)/i.test(target))).toEqual([]);
});
