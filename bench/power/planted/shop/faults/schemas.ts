import type { Fault } from '../../proxy/fault.ts';
import { jsonResponse, withoutHeaders } from '../../proxy/message.ts';
import { eachItem, fields, success, withHeaders, without } from '../../proxy/plant.ts';
import { createOrder, createProduct } from '../records.ts';

export const schemas: readonly Fault[] = [
  {
    id: 'product-price-as-text',
    kind: 'schema',
    at: ['GET /products/{productId}'],
    wrong: 'The price of a product is a text such as "12.90".',
    breaks: 'Product.price is an integer, in cents.',
    respond: fields((product) => ({ ...product, price: (Number(product.price) / 100).toFixed(2) })),
    async shows(api) {
      const { id } = await createProduct(api);
      return (await api.read(`/products/${id}`)).price === '14.50';
    },
  },
  {
    id: 'order-without-total',
    kind: 'schema',
    at: ['GET /orders/{orderId}'],
    wrong: 'An order comes without total.',
    breaks: 'Order requires total.',
    respond: fields((order) => without(order, 'total')),
    async shows(api) {
      const { id } = await createOrder(api);
      return !('total' in (await api.read(`/orders/${id}`)));
    },
  },
  {
    id: 'export-started-with-200',
    kind: 'schema',
    at: ['POST /exports'],
    wrong: 'A started export is returned with 200.',
    breaks: 'startExport declares 202 as its only success.',
    respond: success((response) => ({ ...response, status: 200 })),
    async shows(api) {
      return (await api.status('POST', '/exports', { kind: 'orders' })) === 200;
    },
  },
  {
    id: 'products-as-bytes',
    kind: 'schema',
    at: ['GET /products'],
    wrong: 'The list of products has the content type application/octet-stream.',
    breaks: 'listProducts declares application/json.',
    respond: success((response) =>
      withHeaders(response, { 'content-type': 'application/octet-stream' }),
    ),
    async shows(api) {
      const { headers } = await api.get('/products');
      return headers['content-type'] === 'application/octet-stream';
    },
  },
  {
    id: 'job-status-waiting',
    kind: 'schema',
    at: ['POST /exports'],
    wrong: 'A new job has the status "waiting".',
    breaks: 'Job.status is queued, running or done.',
    respond: fields((job) => ({ ...job, status: 'waiting' })),
    async shows(api) {
      return (await api.create('/exports', { kind: 'products' })).status === 'waiting';
    },
  },
  {
    id: 'product-tags-null',
    kind: 'schema',
    at: ['GET /products'],
    wrong: 'Listed products without tags have null as tags.',
    breaks: 'Product.tags is an array.',
    respond: eachItem((product) => ({
      ...product,
      tags: Array.isArray(product.tags) && product.tags.length === 0 ? null : product.tags,
    })),
    async shows(api) {
      await createProduct(api);
      return (await api.list('/products?limit=50')).some(({ tags }) => tags === null);
    },
  },
  {
    id: 'order-paid-at-local-time',
    kind: 'schema',
    at: ['POST /orders/{orderId}/pay'],
    wrong: 'A paid order has a paidAt such as "29/11/2026 10:15".',
    breaks: 'Order.paidAt has the format date-time.',
    respond: fields((order) => {
      const [day, time] = String(order.paidAt).split('T');
      const date = day?.split('-').toReversed().join('/');
      return { ...order, paidAt: `${date} ${time?.slice(0, 5)}` };
    }),
    async shows(api) {
      const { id } = await createOrder(api);
      const { paidAt } = await api.change('POST', `/orders/${id}/pay`);
      return /^\d\d\/\d\d\/\d{4} /.test(String(paidAt));
    },
  },
  {
    id: 'orders-with-margin',
    kind: 'schema',
    at: ['GET /orders'],
    wrong: 'Listed orders have the field "margin".',
    breaks: 'Order has no other fields than those declared (additionalProperties: false).',
    respond: eachItem((order) => ({ ...order, margin: 0.31 })),
    async shows(api) {
      return (await api.list('/orders')).some((order) => 'margin' in order);
    },
  },
  {
    id: 'order-created-without-location',
    kind: 'schema',
    at: ['POST /orders'],
    wrong: 'The response to a new order has no Location.',
    breaks: 'The 201 of createOrder requires the header Location.',
    respond: success((response) => ({
      ...response,
      headers: withoutHeaders(response.headers, ['location']),
    })),
    async shows(api) {
      const { id: productId } = await createProduct(api);
      const { headers } = await api.post('/orders', { lines: [{ productId, quantity: 1 }] });
      return headers.location === undefined;
    },
  },
  {
    id: 'inactive-products-500',
    kind: 'schema',
    at: ['GET /products'],
    wrong: 'active=false gets 500.',
    breaks: 'The parameter active is a boolean, and listProducts declares no 500.',
    async respond(call) {
      const response = await call.forward();
      if (call.query.get('active') !== 'false' || response.status !== 200) return response;
      return jsonResponse(500, { message: "Cannot read properties of undefined (reading 'get')" });
    },
    async shows(api) {
      return (await api.status('GET', '/products?active=false')) === 500;
    },
  },
];
