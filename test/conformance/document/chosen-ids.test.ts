import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const example = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A server whose only operation stores a record by the id of the body, and what it has. */
async function open(id: object) {
  const records = new Map<unknown, unknown>([
    [example, 'of someone else'],
    [7, 'of someone else'],
  ]);
  const schema = {
    type: 'object',
    required: ['id', 'label'],
    properties: { id, label: { type: 'string', minLength: 1 } },
  };
  const document = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Categories', version: '1' },
    paths: {
      '/categories': {
        post: {
          operationId: 'addCategory',
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: {
            201: { description: 'Created', content: { 'application/json': { schema } } },
            400: { description: 'Invalid' },
            415: { description: 'No JSON' },
          },
        },
      },
    },
  });
  const { url } = await serverForTest(
    jsonListener(({ method, json, headers }) => {
      if (method !== 'POST') return [405, undefined, { Allow: 'POST' }];
      if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return [415];
      const body = objectIn(json);
      const isId = body?.id === 7 || (typeof body?.id === 'string' && uuid.test(body.id));
      if (!body || !isId || typeof body.label !== 'string' || body.label === '') return [400];
      records.set(body.id, 'replaced');
      return [201, body];
    }),
  );
  return { records, run: await runDocument(url, document) };
}

test('chooses a new UUID where the client chooses the id, although nothing can be read', async () => {
  const { records, run } = await open({ type: 'string', format: 'uuid', example });
  expect(records.get(example)).toBe('of someone else');
  expect(run.broken).toEqual({});
  expect(run.sent.length).toBeGreaterThan(10);
});

test('sends no id that may be that of another record', async () => {
  const { records, run } = await open({ type: 'integer', example: 7 });
  expect(records.get(7)).toBe('of someone else');
  expect(run.skipped.join()).toContain('would change what this run did not create');
});
