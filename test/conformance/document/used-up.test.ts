import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const voucher = {
  type: 'object',
  required: ['label'],
  properties: { id: { type: 'integer', readOnly: true }, label: { type: 'string', minLength: 1 } },
};
const order = {
  type: 'object',
  required: ['voucher', 'note'],
  properties: {
    id: { type: 'integer', readOnly: true },
    voucher: { type: 'integer', description: 'The id of the voucher' },
    note: { type: 'string', minLength: 1 },
  },
};
const resource = (noun: string, schema: object) => {
  const failures = { 400: { description: 'Invalid' }, 404: { description: 'None' } };
  const body = { required: true, ...json(schema) };
  return {
    [`/${noun}s`]: {
      post: {
        operationId: `${noun}Add`,
        requestBody: body,
        responses: {
          201: { description: 'Made', ...json(schema) },
          400: { description: 'Invalid' },
        },
      },
    },
    [`/${noun}s/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: `${noun}Read`,
        responses: { 200: { description: 'One', ...json(schema) }, ...failures },
      },
      delete: {
        operationId: `${noun}Remove`,
        responses: { 204: { description: 'Gone' }, ...failures },
      },
    },
  };
};
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Vouchers', version: '1' },
  paths: { ...resource('voucher', voucher), ...resource('order', order) },
});

test('refers to another resource after the server has used up the one before', async () => {
  const stores: Record<string, Map<number, object>> = { vouchers: new Map(), orders: new Map() };
  let next = 1;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent }) => {
      const [, noun = '', id] = path.split('/');
      const store = stores[noun];
      if (store === undefined) return [404];
      if (id !== undefined) {
        if (!/^\d+$/.test(id)) return [400];
        const found = store.get(Number(id));
        if (method === 'DELETE') return [store.delete(Number(id)) ? 204 : 404];
        if (method !== 'GET') return [405];
        return found === undefined ? [404] : [200, found];
      }
      if (method !== 'POST') return [405];
      const body = objectIn(sent) ?? {};
      const text = noun === 'orders' ? body.note : body.label;
      if (typeof text !== 'string' || text === '') return [400];
      if (noun === 'orders') {
        if (!Number.isInteger(body.voucher)) return [400, { voucher: ['Not a whole number.'] }];
        const isThere = stores.vouchers?.delete(Number(body.voucher));
        if (!isThere) return [400, { voucher: [`The voucher ${body.voucher} does not exist.`] }];
      }
      const made = { ...body, id: next };
      next += 1;
      store.set(made.id, made);
      return [201, made];
    }),
  );
  const only = ['created-is-readable', 'deleted-is-gone'];
  const { broken, outcomes, leftovers } = await runDocument(
    url,
    document,
    {},
    { only: only.map((name) => `document/${name}`) },
  );
  expect(broken).toEqual({});
  const passed = outcomes.filter(({ kind }) => kind === 'passed').map(({ check }) => check);
  expect(passed).toEqual(
    expect.arrayContaining([
      'document/created-is-readable/orderRead',
      'document/deleted-is-gone/orderRemove',
    ]),
  );
  expect(leftovers).toEqual([]);
});
