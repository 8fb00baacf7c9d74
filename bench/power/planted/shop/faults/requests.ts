import type { Fault } from '../../proxy/fault.ts';
import { type Fields, fieldsOf, withJson } from '../../proxy/message.ts';
import { fields, success, withHeaders, withoutHeader } from '../../proxy/plant.ts';
import { createOrder, createProduct, newSku } from '../records.ts';

export const requests: readonly Fault[] = [
  {
    id: 'product-price-not-required',
    kind: 'validation',
    at: ['POST /products'],
    wrong: 'A product without price is accepted, and costs nothing.',
    breaks: 'ProductInput requires price.',
    respond: (call) => call.forwardFields((product) => ({ price: 0, ...product })),
    async shows(api) {
      return (await api.status('POST', '/products', { sku: newSku(), name: 'Free' })) === 201;
    },
  },
  {
    id: 'order-quantity-not-checked',
    kind: 'validation',
    at: ['POST /orders'],
    wrong: 'A quantity below 1 or above 100 is accepted, and becomes 1 or 100.',
    breaks: 'OrderLineInput.quantity has the minimum 1 and the maximum 100.',
    respond: (call) =>
      call.forwardFields(({ lines, ...order }) => ({
        lines: Array.isArray(lines) ? lines.map(withQuantityInRange) : lines,
        ...order,
      })),
    async shows(api) {
      const { id: productId } = await createProduct(api);
      const order = { lines: [{ productId, quantity: 0 }] };
      return (await api.status('POST', '/orders', order)) === 201;
    },
  },
  {
    id: 'product-sku-pattern-not-checked',
    kind: 'validation',
    at: ['PATCH /products/{productId}'],
    wrong: 'A change of the SKU to one in lower case is accepted, and stored in upper case.',
    breaks: 'ProductChange.sku has the pattern ^[A-Z0-9][A-Z0-9-]{2,19}$.',
    respond: (call) =>
      call.forwardFields((product) => {
        const { sku } = product;
        return typeof sku === 'string' ? { ...product, sku: sku.toUpperCase() } : product;
      }),
    async shows(api) {
      const { id } = await createProduct(api);
      return (await api.status('PATCH', `/products/${id}`, { sku: 'low-case-1' })) === 200;
    },
  },
  {
    id: 'unknown-category-in-query',
    kind: 'validation',
    at: ['GET /products'],
    wrong: 'An unknown category in the query gets 200 with an empty list.',
    breaks: 'The parameter category has the values kitchen, garden, office and toys.',
    async respond(call) {
      const response = await call.forward();
      const category = call.query.get('category');
      const known = ['kitchen', 'garden', 'office', 'toys'];
      if (response.status !== 400 || category === null || known.includes(category)) return response;
      const retried = await call.forwardQuery((query) => query.delete('category'));
      return retried.status === 200 ? withJson(retried, { items: [], nextCursor: null }) : response;
    },
    async shows(api) {
      return (await api.status('GET', '/products?category=unknown')) === 200;
    },
  },
  {
    id: 'old-order-version-accepted',
    kind: 'http',
    at: ['PATCH /orders/{orderId}'],
    wrong: 'If-Match is ignored: a change with an old ETag is accepted.',
    breaks: 'If-Match: "change the order only if it still has this ETag"; 412 when it has changed.',
    respond: withoutHeader('if-match'),
    async shows(api) {
      const { id } = await createOrder(api);
      const { headers } = await api.get(`/orders/${id}`);
      await api.change('PATCH', `/orders/${id}`, { note: 'First' });
      const old = { 'if-match': String(headers.etag) };
      const { status } = await api.call('PATCH', `/orders/${id}`, { note: 'Second' }, old);
      return status === 200;
    },
  },
  {
    id: 'order-if-none-match-ignored',
    kind: 'http',
    at: ['GET /orders/{orderId}'],
    wrong: 'If-None-Match is ignored: the order is always sent again.',
    breaks: 'getOrder declares If-None-Match, and 304 for "you have the current order".',
    respond: withoutHeader('if-none-match'),
    async shows(api) {
      const { id } = await createOrder(api);
      const { headers } = await api.get(`/orders/${id}`);
      const held = { 'if-none-match': String(headers.etag) };
      return (await api.get(`/orders/${id}`, held)).status === 200;
    },
  },
  {
    id: 'export-location-of-other-job',
    kind: 'http',
    at: ['POST /exports'],
    wrong: 'The Location of a started export names the job before it, or none.',
    breaks: 'Location is "the path of the new record".',
    respond: success((response) => {
      const { id } = fieldsOf(response) ?? {};
      return withHeaders(response, { location: `/jobs/${Number(id) - 1}` });
    }),
    async shows(api) {
      const { headers, fields } = await api.post('/exports', { kind: 'products' });
      return headers.location !== `/jobs/${fields.id}`;
    },
  },
  {
    id: 'shop-webhook-secret',
    kind: 'leak',
    at: ['GET /shop'],
    wrong: 'The shop has the field "webhookSecret".',
    breaks: 'Shop declares no such field, and the secret lets its reader sign events.',
    respond: fields((shop) => ({ ...shop, webhookSecret: 'whsec_9f2c41d07ab85e63c1d4f0a7' })),
    async shows(api) {
      return 'webhookSecret' in (await api.read('/shop'));
    },
  },
  {
    id: 'product-error-with-stack',
    kind: 'leak',
    at: ['POST /products'],
    wrong: 'A 400 has the stack trace of the server.',
    breaks: 'Error has message and errors; the inside of the server is nobody’s.',
    async respond(call) {
      const response = await call.forward();
      const error = fieldsOf(response);
      if (response.status !== 400 || error === undefined) return response;
      const stack = [
        `BadRequestError: ${error.message}`,
        '    at validate (/srv/shop/node_modules/express-openapi-validator/dist/validate.js:87:23)',
        '    at /srv/shop/src/server.js:52:5',
        '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
      ].join('\n');
      return withJson(response, { ...error, stack });
    },
    async shows(api) {
      const { status, text } = await api.post('/products', { sku: 'a' });
      return status === 400 && text.includes('/srv/shop');
    },
  },
];

function withQuantityInRange(line: unknown): unknown {
  // An item of `lines` may be anything.
  const fields = (line ?? {}) as Fields;
  const { quantity } = fields;
  if (typeof quantity !== 'number') return line;
  return { ...fields, quantity: Math.min(100, Math.max(1, quantity)) };
}
