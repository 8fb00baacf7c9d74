import type { Fault } from '../../proxy/fault.ts';
import { fieldsOf, withJson } from '../../proxy/message.ts';
import { fields, success } from '../../proxy/plant.ts';
import { createOrder, createProduct, newSku } from '../records.ts';

/** What a product has that its writer can replace. */
const writable = ['description', 'category', 'tags', 'stock', 'active'];

export const writes: readonly Fault[] = [
  {
    id: 'image-bytes-changed',
    kind: 'write',
    at: ['GET /products/{productId}/image'],
    wrong: 'An image is sent as if it were text in UTF-8: bytes that are none are replaced.',
    breaks: 'getProductImage: "the bytes that were stored".',
    respond: success((response) => ({
      ...response,
      body: Buffer.from(response.body.toString('utf8')),
    })),
    async shows(api) {
      const { id } = await createProduct(api);
      const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xd8]);
      const type = { 'content-type': 'image/png' };
      await api.call('PUT', `/products/${id}/image`, image, type);
      return !(await api.get(`/products/${id}/image`)).body.equals(image);
    },
  },
  {
    id: 'bulk-loses-last',
    kind: 'write',
    at: ['POST /products/bulk'],
    wrong: 'The last of several products is reported as created, but is not there.',
    breaks: 'createProducts: "each product is created or rejected on its own".',
    async respond(call) {
      const response = await call.forward();
      const results: unknown = fieldsOf(response)?.results;
      if (!Array.isArray(results) || results.length < 2) return response;
      const { product } = results.at(-1);
      if (product !== undefined) await call.send('DELETE', `/products/${product.id}`);
      return response;
    },
    async shows(api) {
      const products = [1, 2].map((price) => ({ sku: newSku(), name: 'Bulk', price }));
      const { results } = await api.create('/products/bulk', { products });
      const last = Array.isArray(results) ? results.at(-1) : undefined;
      return (await api.status('GET', `/products/${last?.product?.id}`)) === 404;
    },
  },
  {
    id: 'unpaid-order-shipped',
    kind: 'write',
    at: ['POST /orders/{orderId}/ship'],
    wrong: 'An unpaid order can be shipped.',
    breaks: 'shipOrder: "ship a paid order"; "an unpaid order is paid, then shipped".',
    async respond(call) {
      const order = await call.read(call.path.replace(/\/ship$/, ''));
      if (order.status === 'unpaid') await call.send('POST', call.path.replace(/ship$/, 'pay'));
      return call.forward();
    },
    async shows(api) {
      const { id } = await createOrder(api);
      await api.post(`/orders/${id}/ship`);
      return (await api.read(`/orders/${id}`)).status === 'shipped';
    },
  },
  {
    id: 'pay-without-effect',
    kind: 'write',
    at: ['POST /orders/{orderId}/pay'],
    wrong: 'pay returns a paid order, but the order stays unpaid.',
    breaks: 'payOrder: "pay an unpaid order".',
    async respond(call) {
      const response = await call.send('GET', call.path.replace(/\/pay$/, ''));
      const order = fieldsOf(response);
      if (response.status !== 200 || order?.status !== 'unpaid') return call.forward();
      return withJson(response, { ...order, status: 'paid', paidAt: new Date().toISOString() });
    },
    async shows(api) {
      const { id } = await createOrder(api);
      const { status } = await api.change('POST', `/orders/${id}/pay`);
      return status === 'paid' && (await api.read(`/orders/${id}`)).status === 'unpaid';
    },
  },
  {
    id: 'product-put-keeps-fields',
    kind: 'write',
    at: ['PUT /products/{productId}'],
    wrong: 'A replacement keeps the old values of the fields that it leaves out.',
    breaks: 'replaceProduct: "what you leave out gets its default, as in a new product".',
    async respond(call) {
      const present = await call.read();
      if (present.id === undefined) return call.forward();
      const kept = Object.fromEntries(writable.map((name) => [name, present[name]]));
      return call.forwardFields((product) => ({ ...kept, ...product }));
    },
    async shows(api) {
      const { id, sku } = await createProduct(api, { stock: 7, tags: ['old'] });
      const changed = await api.change('PUT', `/products/${id}`, { sku, name: 'New', price: 1 });
      return changed.stock === 7 && String(changed.tags) === 'old';
    },
  },
  {
    id: 'job-never-done',
    kind: 'write',
    at: ['GET /jobs/{jobId}'],
    wrong: 'A job stays in the status running.',
    breaks: 'startExport: "read the job at `Location` until it is done".',
    respond: fields((job) => ({ ...job, status: 'running', count: null })),
    async shows(api) {
      const { id } = await api.create('/exports', { kind: 'orders' });
      for (let reads = 0; reads < 5; reads += 1) await api.read(`/jobs/${id}`);
      return (await api.read(`/jobs/${id}`)).status === 'running';
    },
  },
];
