import { expect, test } from 'vitest';
import { jsonListener, objectIn, type Reply } from '../../json-listener.ts';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';

const largestPage = 50;

const order = {
  type: 'object',
  required: ['id', 'status', 'note'],
  properties: {
    id: { type: 'integer', readOnly: true },
    status: { type: 'string', enum: ['unpaid', 'paid'], readOnly: true },
    note: { type: 'string', minLength: 1, maxLength: 100 },
  },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const list = {
  type: 'object',
  required: ['items', 'total'],
  properties: { items: { type: 'array', items: order }, total: { type: 'integer' } },
};
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [
          { name: 'status', in: 'query', schema: { type: 'string', enum: ['unpaid', 'paid'] } },
          {
            name: 'limit',
            in: 'query',
            schema: { type: 'integer', minimum: 1, maximum: largestPage },
          },
          { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
        ],
        responses: {
          200: { description: 'Some orders.', ...json(list) },
          400: { description: 'Invalid.' },
        },
      },
      post: {
        operationId: 'placeOrder',
        requestBody: { required: true, ...json(order) },
        responses: {
          201: { description: 'An order.', ...json(order) },
          400: { description: 'Invalid.' },
        },
      },
    },
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: { description: 'An order.', ...json(order) },
          404: { description: 'None.' },
        },
      },
    },
  },
});

type Fault = 'loses a match' | 'counts what a filter hides';

/** Orders of which a filter shows more than a page: those of the tests on the first, others of that status on the second. */
function orderServer(fault?: Fault) {
  const orders: { id: number; status: string; note: string }[] = [];
  const add = (status: string, note: string) => {
    const made = { id: orders.length + 1, status, note };
    orders.push(made);
    return made;
  };
  for (let at = 0; at < 40; at += 1) {
    add('paid', `paid ${at}`);
    add('unpaid', `unpaid ${at}`);
  }
  let isBusy = true;
  const listed = (query: URLSearchParams): Reply => {
    const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
    const isPage = Number.isInteger(limit) && Number.isInteger(offset) && offset >= 0;
    if (!isPage || limit < 1 || limit > largestPage) return [400];
    const status = query.get('status');
    if (status !== null && status !== 'paid' && status !== 'unpaid') return [400];
    const matching = orders.filter((one) => status === null || one.status === status);
    if (status !== null && fault === 'loses a match') matching.splice(-2, 1);
    const total = fault === 'counts what a filter hides' ? orders.length : matching.length;
    return [200, { items: matching.slice(offset, offset + limit), total }];
  };
  return jsonListener(({ method, path, query, json: sent }) => {
    const [, id] = /^\/orders\/(\w+)$/.exec(path) ?? [];
    if (id !== undefined) {
      const one = orders[Number(id) - 1];
      return one === undefined ? [404] : [200, one];
    }
    const note = objectIn(sent)?.note;
    if (method === 'POST') return typeof note === 'string' ? [201, add('unpaid', note)] : [400];
    const isAfterTests = orders.length > 80;
    if (isAfterTests && isBusy) for (let at = 0; at < 20; at += 1) add('unpaid', `later ${at}`);
    if (isAfterTests) isBusy = false;
    return listed(query);
  });
}

async function brokenOf(fault?: Fault): Promise<string[]> {
  const { url } = await serverForTest(orderServer(fault));
  const only = ['document/list-filter', 'document/list-total'];
  return Object.keys((await runDocument(url, document, {}, { only, strict: true })).broken);
}

test('a filter that matches more than a page is read to its end', async () => {
  expect(await brokenOf()).toEqual([]);
});

test.each([
  ['loses a match', 'document/list-filter/listOrders'],
  ['counts what a filter hides', 'document/list-total/listOrders'],
] as const)('a filter that matches more than a page and %s is reported', async (fault, check) => {
  expect(await brokenOf(fault)).toContain(check);
});
