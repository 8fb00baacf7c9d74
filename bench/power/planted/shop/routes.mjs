import { Router } from 'express';
import { change, insert, nextId, page } from './store.mjs';

export const router = Router({ caseSensitive: true });

class Failure extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function find(records, id) {
  const found = /^[1-9]\d{0,15}$/.test(id) ? records.get(Number(id)) : undefined;
  if (found === undefined) throw new Failure(404, 'not found');
  return found;
}

const etagOf = (order) => `"${order.id}-${order.version}"`;

const matches = (header, tag) =>
  header.split(',').some((it) => ['*', tag].includes(it.trim().replace(/^W\//, '')));

function pageOf(records, query) {
  const found = page(records, query);
  if (found === undefined) throw new Failure(400, 'request/query/cursor is not a cursor');
  return found;
}

function refuseTakenSku(shop, sku, own) {
  for (const other of shop.products.values()) {
    if (other !== own && other.sku === sku) throw new Failure(409, `the SKU ${sku} exists`);
  }
}

/** What a product has when its writer leaves it out. */
const product = (body) => ({
  ...{ description: null, category: 'office', tags: [], stock: 0, active: true },
  ...body,
});

router.get('/shop', ({ shop }, response) => {
  response.json(shop.shop);
});

router.get('/products', ({ shop, query }, response) => {
  const { q, category, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, active } = query;
  const needle = q?.toLowerCase();
  const found = [...shop.products.values()].filter(
    (it) =>
      (needle === undefined ||
        it.name.toLowerCase().includes(needle) ||
        it.sku.toLowerCase().includes(needle)) &&
      (category === undefined || it.category === category) &&
      (active === undefined || it.active === active) &&
      it.price >= minPrice &&
      it.price <= maxPrice,
  );
  response.json(pageOf(found, query));
});

router.post('/products', ({ shop, body }, response) => {
  refuseTakenSku(shop, body.sku);
  const created = insert(shop.products, { ...product(body), hasImage: false });
  response.status(201).location(`/products/${created.id}`).json(created);
});

router.post('/products/bulk', ({ shop, body }, response) => {
  const results = body.products.map((input) => {
    try {
      refuseTakenSku(shop, input.sku);
      const created = insert(shop.products, { ...product(input), hasImage: false });
      return { status: 'created', product: created };
    } catch (error) {
      return { status: 'rejected', error: error.message };
    }
  });
  response.json({ results });
});

router.get('/products/:productId', ({ shop, params }, response) => {
  response.json(find(shop.products, params.productId));
});

router.put('/products/:productId', ({ shop, params, body }, response) => {
  const found = find(shop.products, params.productId);
  refuseTakenSku(shop, body.sku, found);
  response.json(change(found, product(body)));
});

router.patch('/products/:productId', ({ shop, params, body }, response) => {
  const found = find(shop.products, params.productId);
  if (body.sku !== undefined) refuseTakenSku(shop, body.sku, found);
  response.json(change(found, body));
});

router.delete('/products/:productId', ({ shop, params }, response) => {
  const { id } = find(shop.products, params.productId);
  for (const order of shop.orders.values()) {
    if (order.lines.some(({ productId }) => productId === id)) {
      throw new Failure(409, 'the product is in orders');
    }
  }
  shop.products.delete(id);
  shop.images.delete(id);
  response.status(204).end();
});

router.put('/products/:productId/image', (request, response) => {
  const { shop, params, body } = request;
  const found = find(shop.products, params.productId);
  const type = request.is('image/png', 'image/jpeg');
  if (type === false) throw new Failure(415, `unsupported media type`);
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw new Failure(400, 'request must have a body');
  shop.images.set(found.id, { type, bytes: body });
  response.json(change(found, { hasImage: true }));
});

router.get('/products/:productId/image', ({ shop, params }, response) => {
  const { id } = find(shop.products, params.productId);
  const image = shop.images.get(id);
  if (image === undefined) throw new Failure(404, 'the product has no image');
  response.type(image.type).send(image.bytes);
});

const shown = ({ version, ...order }) => order;

function isTime(text) {
  return !Number.isNaN(Date.parse(text));
}

/** The fields as they are stored. @throws when a time does not exist */
function orderFields(body) {
  const { deliverAfter } = body;
  if (typeof deliverAfter !== 'string' && !(deliverAfter instanceof Date)) return body;
  if (!isTime(deliverAfter)) throw new Failure(400, 'request/body/deliverAfter does not exist');
  return { ...body, deliverAfter: new Date(deliverAfter).toISOString() };
}

router.get('/orders', ({ shop, query }, response) => {
  const { status, productId } = query;
  const found = [...shop.orders.values()].filter(
    (it) =>
      (status === undefined || it.status === status) &&
      (productId === undefined || it.lines.some((line) => line.productId === productId)),
  );
  const { items, nextCursor } = pageOf(found, query);
  response.json({ items: items.map(shown), nextCursor });
});

router.post('/orders', ({ shop, body }, response) => {
  const lines = body.lines.map(({ productId, quantity }) => {
    const found = shop.products.get(productId);
    if (found === undefined) throw new Failure(409, `there is no product ${productId}`);
    return { productId, quantity, unitPrice: found.price };
  });
  const order = insert(shop.orders, {
    status: 'unpaid',
    note: null,
    address: null,
    deliverAfter: null,
    ...orderFields(body),
    lines,
    total: lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0),
    paidAt: null,
    shippedAt: null,
    version: 1,
  });
  response.status(201).location(`/orders/${order.id}`).json(shown(order));
});

router.get('/orders/:orderId', (request, response) => {
  const order = find(request.shop.orders, request.params.orderId);
  response.set('etag', etagOf(order));
  const held = request.headers['if-none-match'];
  if (held !== undefined && matches(held, etagOf(order))) return response.status(304).end();
  response.json(shown(order));
});

function update(order, fields) {
  return change(order, { ...fields, version: order.version + 1 });
}

router.patch('/orders/:orderId', ({ shop, params, headers, body }, response) => {
  const order = find(shop.orders, params.orderId);
  const expected = headers['if-match'];
  if (expected !== undefined && !matches(expected, etagOf(order))) {
    throw new Failure(412, 'the order has changed');
  }
  if (order.status === 'shipped') throw new Failure(409, 'the order is shipped');
  update(order, orderFields(body));
  response.set('etag', etagOf(order)).json(shown(order));
});

router.delete('/orders/:orderId', ({ shop, params }, response) => {
  const order = find(shop.orders, params.orderId);
  if (order.status !== 'unpaid') throw new Failure(409, `the order is ${order.status}`);
  shop.orders.delete(order.id);
  response.status(204).end();
});

router.post('/orders/:orderId/pay', ({ shop, params }, response) => {
  const order = find(shop.orders, params.orderId);
  if (order.status !== 'unpaid') throw new Failure(409, `the order is ${order.status}`);
  response.json(shown(update(order, { status: 'paid', paidAt: new Date().toISOString() })));
});

router.post('/orders/:orderId/ship', ({ shop, params }, response) => {
  const order = find(shop.orders, params.orderId);
  if (order.status !== 'paid') throw new Failure(409, `the order is ${order.status}`);
  response.json(shown(update(order, { status: 'shipped', shippedAt: new Date().toISOString() })));
});

// A job is queued when it is made, running when it is read the first time, and done after that.
router.post('/exports', ({ shop, body }, response) => {
  const job = { id: nextId(), kind: body.kind, status: 'queued', count: null };
  shop.jobs.set(job.id, job);
  response.status(202).location(`/jobs/${job.id}`).json(job);
});

router.get('/jobs/:jobId', ({ shop, params }, response) => {
  const job = find(shop.jobs, params.jobId);
  if (job.status === 'running') Object.assign(job, { status: 'done', count: shop[job.kind].size });
  else if (job.status === 'queued') job.status = 'running';
  response.json(job);
});
