import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../../json-listener.ts';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const locker = {
  type: 'object',
  required: ['label'],
  properties: {
    number: { type: 'integer', readOnly: true },
    label: { type: 'string', minLength: 1, maxLength: 40 },
  },
};
const sent = { requestBody: { required: true, ...json(locker) } };
const shown = (description: string) => ({ description, ...json(locker) });
const absent = { 404: { description: 'None' }, 400: { description: 'Invalid' } };
const documentOf = (onDelete: object) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Lockers', version: '1' },
    paths: {
      '/lockers': {
        post: {
          operationId: 'add',
          ...sent,
          responses: { 201: shown('Made'), 400: { description: 'Invalid' } },
        },
      },
      '/lockers/{number}': {
        parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'read', responses: { 200: shown('One'), ...absent } },
        put: {
          operationId: 'replace',
          ...sent,
          responses: { 200: shown('Replaced'), 201: shown('Made'), ...absent },
        },
        delete: {
          operationId: 'remove',
          responses: { 204: { description: 'Gone' }, 400: { description: 'Invalid' }, ...onDelete },
        },
      },
      '/lockers/{number}/open': {
        post: {
          operationId: 'open',
          parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { 204: { description: 'Open' }, ...absent },
        },
      },
    },
  });

type Method = 'DELETE' | 'PUT' | 'POST';

interface Lockers {
  /** What a request on an unknown id gets, in place of 404. */
  readonly unknown?: Partial<Record<Method, number>>;
  readonly declares404?: boolean;
}

/** A server with lockers of others, which it neither lists nor shows. */
async function runOnLockers({ unknown = {}, declares404 = true }: Lockers = {}) {
  const others = new Set([1, 2, 3, 1_000_007]);
  const own = new Map<number, string>();
  const touched: string[] = [];
  let next = 500;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: body }) => {
      const { label } = objectIn(body) ?? {};
      const isValid = typeof label === 'string' && label.length > 0 && label.length <= 40;
      if (path === '/lockers') {
        if (method !== 'POST') return [405];
        if (!isValid) return [400];
        next += 1;
        own.set(next, label);
        return [201, { number: next, label }];
      }
      const [, text = '', action] = /^\/lockers\/(-?\d+)(\/open)?$/.exec(path) ?? [];
      const number = Number(text);
      if (text === '') return [400];
      const writes = action === undefined ? ['PUT', 'DELETE'] : ['POST'];
      if (method !== 'GET' && !writes.includes(method)) return [405];
      if (others.has(number) && method !== 'GET') touched.push(`${method} ${path}`);
      if (method === 'PUT' && !isValid) return [400];
      const known = own.get(number);
      if (known === undefined) {
        const status = method === 'GET' ? 404 : (unknown[method as Method] ?? 404);
        if (method === 'PUT' && status === 201) own.set(number, String(label));
        return [status, status === 201 ? { number, label } : undefined];
      }
      if (method === 'POST') return [204];
      if (method === 'DELETE') return [own.delete(number) ? 204 : 404];
      if (method === 'PUT') own.set(number, String(label));
      return [200, { number, label: own.get(number) }];
    }),
  );
  const document = documentOf(declares404 ? { 404: { description: 'None' } } : {});
  const only = ['document/unknown-id', 'responses/no-server-error'];
  const { broken, outcomes } = await runDocument(url, document, {}, { only });
  const passed = outcomes
    .filter(({ kind }) => kind === 'passed')
    .map(({ check }) => check.replace('document/unknown-id/', ''));
  return { broken: Object.keys(broken), passed, touched, left: own.size };
}

test('a server that knows nothing of an id passes, and nothing of others is reached', async () => {
  expect(await runOnLockers()).toEqual({
    broken: [],
    passed: expect.arrayContaining(['open', 'remove', 'replace']),
    touched: [],
    left: 0,
  });
});

test.each<[string, Lockers]>([
  [
    'deletes what is not there, and documents no 404',
    { unknown: { DELETE: 204 }, declares404: false },
  ],
  ['creates by an update what it does not find', { unknown: { PUT: 201 } }],
])('reports nothing about a server that %s', async (_, lockers) => {
  expect(await runOnLockers(lockers)).toMatchObject({ broken: [], touched: [], left: 0 });
});

test.each<[string, Lockers, string]>([
  ['to delete', { unknown: { DELETE: 500 } }, 'responses/no-server-error'],
  ['to replace', { unknown: { PUT: 500 } }, 'responses/no-server-error'],
  ['to open', { unknown: { POST: 500 } }, 'responses/no-server-error'],
  ['to delete', { unknown: { DELETE: 204 } }, 'document/unknown-id/remove'],
  ['to replace', { unknown: { PUT: 200 } }, 'document/unknown-id/replace'],
  ['to open', { unknown: { POST: 204 } }, 'document/unknown-id/open'],
])('finds what a server does when it has nothing %s: %j', async (_, lockers, check) => {
  expect(await runOnLockers(lockers)).toMatchObject({ broken: [check], touched: [], left: 0 });
});
