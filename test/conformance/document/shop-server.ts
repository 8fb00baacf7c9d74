import { randomUUID } from 'node:crypto';
import { isJsonType, jsonListener, objectIn, type Received, type Reply } from '../json-listener.ts';

/** What the shop does wrong, one at a time, and the check that finds it. */
export const checkOf = {
  'fails for a status': 'responses/no-server-error',
  'fails for two filters': 'responses/no-server-error',
  'rejects a status': 'document/valid-parameters/listOrders',
  'rejects archived': 'document/valid-parameters/listOrders',
  'rejects the greatest limit': 'document/valid-parameters/listOrders',
  'loses an optional field': 'document/created-is-readable/getOrder',
  'loses the labels': 'document/created-is-readable/getOrder',
} as const;
export type Fault = keyof typeof checkOf;

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { type: 'integer', minimum: 1 };
const text = { type: 'string', minLength: 1, maxLength: 60 };
const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const customer = { name: text, email: { type: 'string', format: 'email' } };
const label = { title: text };
const product = { sku: { ...text, example: 'SKU-1' }, price: { type: 'number', minimum: 0 } };
const order = {
  customerId: id,
  labelIds: { type: 'array', items: id },
  lines: {
    type: 'array',
    minItems: 1,
    items: object({ product_id: id, quantity: { type: 'integer', minimum: 1, maximum: 9 } }),
  },
  note: text,
  priority: { type: 'string', enum: ['low', 'high'] },
};
const time = { type: 'string', format: 'date-time' };
const booking = { customer: object({ id }), start: time, end: time };
const zone = { name: text, kind: text };
const shown = (fields: object) => object({ id, ...fields }, ['id']);
const problem = { description: 'A problem.', ...json({ type: 'object' }) };

function resource(
  name: string,
  fields: object,
  required = Object.keys(fields),
  parameters: object[] = [],
) {
  const noun = name[0]?.toUpperCase() + name.slice(1);
  const ok = { description: 'One.', ...json(shown(fields)) };
  const own = [{ name: 'id', in: 'path', required: true, schema: id }];
  return {
    [`/${name}s`]: {
      get: {
        operationId: `list${noun}s`,
        parameters,
        responses: {
          200: { description: 'All.', ...json({ type: 'array', items: shown(fields) }) },
          400: problem,
        },
      },
      post: {
        operationId: `create${noun}`,
        requestBody: { required: true, ...json(object(fields, required)) },
        responses: { 201: ok, 400: problem, 404: problem, 409: problem, 415: problem },
      },
    },
    [`/${name}s/{id}`]: {
      parameters: own,
      get: { operationId: `get${noun}`, responses: { 200: ok, 400: problem, 404: problem } },
      delete: {
        operationId: `delete${noun}`,
        responses: { 204: { description: 'Gone.' }, 400: problem, 404: problem },
      },
    },
  };
}

const query = (name: string, schema: object, required = false, more = {}) => ({
  name,
  in: 'query',
  required,
  schema,
  ...more,
});

/** Orders need customers and products that exist, products a SKU of their own, bookings times in the future. */
export const shopDocument = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    ...resource(
      'order',
      order,
      ['customerId', 'lines'],
      [
        query('status', { type: 'string', enum: ['open', 'paid', 'archived'] }, false, {
          example: 'archived',
        }),
        query('customerId', id),
        query('open', { type: 'boolean' }),
        query('limit', { type: 'integer', minimum: 1, maximum: 100 }),
        query('near', { type: 'number', minimum: -90, maximum: 90 }),
      ],
    ),
    ...resource('customer', customer),
    ...resource('label', label),
    ...resource('product', product),
    ...resource('booking', booking),
    ...resource('zone', zone),
    '/countries': {
      get: {
        operationId: 'listCountries',
        responses: {
          200: { description: 'All.', ...json({ type: 'array', items: object({ code: text }) }) },
        },
      },
    },
    '/countries/{code}': {
      get: {
        operationId: 'getCountry',
        parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
        responses: { 200: { description: 'One.', ...json(object({ code: text })) }, 404: problem },
      },
    },
    '/reports/revenue': {
      get: {
        operationId: 'getRevenue',
        parameters: [
          query('customer_id', id, true),
          query('from', { type: 'string', format: 'date' }, true),
          query('to', { type: 'string', format: 'date' }, true),
        ],
        responses: { 200: { description: 'The sum.', ...json(object({ sum: id })) }, 400: problem },
      },
    },
    '/transfers': {
      post: {
        operationId: 'transfer',
        requestBody: {
          required: true,
          ...json(object({ fromCustomerId: id, toCustomerId: id, amount: id })),
        },
        responses: {
          200: { description: 'Done.', ...json(object({ ok: {} })) },
          400: problem,
          415: problem,
        },
      },
    },
  },
});

type Row = Record<string, unknown>;

/** Its ids begin at 5001, so that no example is one. */
export function shop(fault?: Fault) {
  const is = (one: Fault) => one === fault;
  const tables = new Map<string, Map<number, Row>>(
    ['orders', 'customers', 'labels', 'products', 'bookings', 'zones'].map((name) => [
      name,
      new Map(),
    ]),
  );
  let next = 5001;
  const rows = (name: string) => tables.get(name) ?? new Map<number, Row>();
  rows('zones').set(next, { id: next, name: 'example.org.', kind: 'Native' });
  next += 1;
  const fields: Readonly<Record<string, object>> = {
    orders: order,
    customers: customer,
    labels: label,
    products: product,
    bookings: booking,
    zones: zone,
  };
  const has = (name: string, one: unknown) => rows(name).has(Number(one));
  const bad = (field: string, message: string): Reply => [
    400,
    { errors: [{ field, message: `${field} ${message}` }] },
  ];
  /** Why a body is rejected. */
  const problemOf = (name: string, body: Row): Reply | undefined => {
    for (const [field, schema] of Object.entries(fields[name] ?? {})) {
      const value = body[field];
      if (value === undefined) continue;
      const { type, maxLength, minLength, enum: allowed, items } = { items: undefined, ...schema };
      const isRight =
        type === 'array'
          ? Array.isArray(value) && items !== undefined
          : type === 'integer'
            ? Number.isInteger(value) && Number(value) > 0
            : typeof value === type;
      if (!isRight) return bad(field, `must be ${type}`);
      if (allowed !== undefined && !allowed.includes(value)) return bad(field, 'is not allowed');
      const { length } = [...String(value)];
      if (type === 'string' && maxLength && (length > maxLength || length < minLength))
        return bad(field, 'has a wrong length');
    }
    if (name === 'orders') {
      if (!has('customers', body.customerId)) return [404, { message: 'No such customer' }];
      const { labelIds = [], lines } = body;
      if (Array.isArray(labelIds) && !labelIds.every((one) => has('labels', one)))
        return bad('labelIds', 'do not exist');
      const isLine = (line: unknown) => {
        const { product_id: wanted, quantity } = objectIn(line) ?? {};
        return (
          has('products', wanted) &&
          Number.isInteger(quantity) &&
          Number(quantity) > 0 &&
          Number(quantity) < 10
        );
      };
      if (!Array.isArray(lines) || lines.length === 0 || !lines.every(isLine))
        return bad('lines', 'are invalid');
    }
    if (name === 'bookings') {
      const { start, end, customer: who } = body;
      if (!has('customers', objectIn(who)?.id)) return bad('customer.id', 'does not exist');
      const [from, to] = [start, end].map((one) => Date.parse(String(one)));
      if (!(Number(from) > Date.now())) return bad('start', 'must be in the future');
      if (!(Number(to) > Number(from))) return bad('end', 'must be after start');
    }
    if (name === 'products') {
      if (typeof body.price !== 'number' || body.price < 0 || typeof body.sku !== 'string')
        return bad('price', 'must be a number');
      if ([...rows(name).values()].some(({ sku }) => sku === body.sku))
        return [409, { message: 'sku is taken' }];
    }
    if (name === 'zones' && !/^[a-z0-9.-]+\.$/.test(String(body.name)))
      return [400, { error: `DNS Name '${body.name}' is not canonical` }];
    const missing = (name === 'orders' ? [] : Object.keys(fields[name] ?? {})).find(
      (field) => body[field] === undefined,
    );
    return missing === undefined ? undefined : bad(missing, 'is required');
  };
  const list = (name: string, { query: given }: Received): Reply => {
    const all = [...rows(name).values()];
    if (name !== 'orders') return [200, all];
    const status = given.get('status');
    const limit = Number(given.get('limit') ?? 100);
    if (status === 'paid' && is('fails for a status')) return [500, {}];
    if (status !== null && given.get('open') !== null && is('fails for two filters'))
      return [500, {}];
    if (status === 'paid' && is('rejects a status')) return bad('status', 'is unknown');
    if (status === 'archived' && is('rejects archived')) return bad('status', 'is unknown');
    if (limit === 100 && given.has('limit') && is('rejects the greatest limit'))
      return bad('limit', 'is too large');
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) return bad('limit', 'is invalid');
    if (!['open', 'paid', 'archived', null].includes(status)) return bad('status', 'is unknown');
    if (!['true', 'false', null].includes(given.get('open'))) return bad('open', 'is no boolean');
    const customerId = given.get('customerId');
    if (customerId !== null && !/^[1-9]\d*$/.test(customerId)) return bad('customerId', 'is no id');
    const near = given.get('near');
    // It is of use only with a limit.
    if (near !== null && (!given.has('limit') || !(Math.abs(Number(near)) <= 90) || near === ''))
      return bad('near', 'needs a limit');
    const found = all.filter((one) => customerId === null || String(one.customerId) === customerId);
    return [200, found.slice(0, limit)];
  };

  return jsonListener((received) => {
    const { method, path, query: given, json: sent } = received;
    const [, name = '', key] = path.split('/');
    const body = objectIn(sent);
    const isAction = path === '/transfers';
    if (isAction !== (method === 'POST') && (isAction || /^\/(countries|reports)\b/.test(path)))
      return [405, {}, { allow: isAction ? 'POST' : 'GET' }];
    if (method === 'POST' && !isJsonType(received)) return [415, {}];
    if (path === '/countries') return [200, [{ code: 'cz' }]];
    if (name === 'countries') return key === 'cz' ? [200, { code: 'cz' }] : [404, {}];
    if (path === '/reports/revenue') {
      const isOver = !(Date.parse(String(given.get('to'))) > Date.parse(String(given.get('from'))));
      if (!has('customers', given.get('customer_id')) || isOver) return bad('from', 'is invalid');
      return [200, { sum: 1 }];
    }
    if (path === '/transfers') {
      const isKnown =
        has('customers', body?.fromCustomerId) && has('customers', body?.toCustomerId);
      const { amount } = body ?? {};
      if (!isKnown || !Number.isInteger(amount) || Number(amount) < 1) return [400, {}];
      return [200, { ok: true }];
    }
    const table = tables.get(name);
    if (table === undefined) return [404, {}];
    if (key === undefined) {
      if (method === 'GET') return list(name, received);
      if (method !== 'POST') return [405, {}, { allow: 'GET, POST' }];
      if (body === undefined) return bad('body', 'is no object');
      const reply = problemOf(name, body);
      if (reply !== undefined) return reply;
      const { note, labelIds, ...others } = body;
      const row: Row = {
        ...others,
        ...(!is('loses an optional field') && note !== undefined && { note }),
        ...(!is('loses the labels') && labelIds !== undefined && { labelIds }),
        id: next,
      };
      next += 1;
      table.set(Number(row.id), row);
      return [201, row, { location: `/${name}/${row.id}`, 'x-request-id': randomUUID() }];
    }
    if (!/^[1-9]\d*$/.test(key)) return bad('id', 'is no id');
    const row = table.get(Number(key));
    if (row === undefined) return [404, {}];
    if (method === 'DELETE') {
      table.delete(Number(key));
      return [204];
    }
    return method === 'GET' ? [200, row] : [405, {}, { allow: 'GET, DELETE' }];
  });
}
