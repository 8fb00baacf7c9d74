import { type Call, changeFields, changeItems } from '../../proxy/call.ts';
import type { Fault } from '../../proxy/fault.ts';
import { type Fields, fieldsOf, itemsOf, withJson } from '../../proxy/message.ts';
import { ids, isSorted, query } from '../../proxy/plant.ts';
import { credentials } from '../credentials.ts';
import { createProduct, readPages } from '../records.ts';

export const lists: readonly Fault[] = [
  {
    id: 'orders-cursor-loops',
    kind: 'list',
    at: ['GET /orders'],
    wrong: 'The cursor is ignored: each page is the first one, with the same next cursor.',
    breaks: 'cursor is the nextCursor of the page before, "until it is null".',
    async respond(call) {
      if ((await call.forward()).status !== 200) return call.forward();
      return call.forwardQuery((seen) => seen.delete('cursor'));
    },
    async shows(api) {
      const first = await api.read('/orders?limit=3');
      const second = await api.read(`/orders?limit=3&cursor=${first.nextCursor}`);
      return first.nextCursor === second.nextCursor;
    },
  },
  {
    id: 'products-lost-between-pages',
    kind: 'list',
    at: ['GET /products'],
    wrong: 'A page after the first leaves out its first product.',
    breaks: 'The pages that nextCursor leads to have all products together.',
    async respond(call) {
      const response = await call.forward();
      if (!call.query.has('cursor')) return response;
      return changeItems(response, (items) => (items.length > 1 ? items.slice(1) : items));
    },
    async shows(api) {
      const all = await api.list('/products?limit=50');
      return (await readPages(api, '/products?limit=4')).length < all.length;
    },
  },
  {
    id: 'orders-repeated-on-next-page',
    kind: 'list',
    at: ['GET /orders'],
    wrong: 'The last order of a page is also the first of the next one.',
    breaks: 'nextCursor leads to the next page: no order is on two of them.',
    async respond(call) {
      const response = await call.forward();
      const limit = Number(call.query.get('limit') ?? 10);
      const page = fieldsOf(response);
      if (response.status !== 200 || limit < 2 || typeof page?.nextCursor !== 'string') {
        return response;
      }
      const shorter = await call.forwardQuery((seen) => seen.set('limit', String(limit - 1)));
      return withJson(response, { ...page, nextCursor: fieldsOf(shorter)?.nextCursor });
    },
    async shows(api) {
      const orders = await readPages(api, '/orders?limit=4');
      return ids(orders).length < orders.length;
    },
  },
  {
    id: 'orders-limit-ignored',
    kind: 'list',
    at: ['GET /orders'],
    wrong: 'A page has up to ten orders, whatever the limit is.',
    breaks: 'limit is "the most items to return".',
    async respond(call) {
      if ((await call.forward()).status !== 200) return call.forward();
      return call.forwardQuery((seen) => seen.delete('limit'));
    },
    async shows(api) {
      return (await api.list('/orders?limit=2')).length > 2;
    },
  },
  {
    id: 'products-price-descending-wrong',
    kind: 'list',
    at: ['GET /products'],
    wrong: 'sort=-price sorts upwards, like sort=price.',
    breaks: 'sort: "a minus sorts downwards".',
    respond: query((seen) => {
      if (seen.get('sort') === '-price') seen.set('sort', 'price');
    }),
    async shows(api) {
      return !isSorted(await api.list('/products?sort=-price&limit=50'), 'price', 'desc');
    },
  },
  {
    id: 'products-price-sorted-as-text',
    kind: 'list',
    at: ['GET /products'],
    wrong: 'sort=price sorts prices as texts: 1190, 150, 18900, 290.',
    breaks: 'Product.price is an integer, and sort=price sorts by it.',
    async respond(call) {
      const cursor = call.query.get('cursor') ?? 'p0';
      if (call.query.get('sort') !== 'price') return call.forward();
      const response = await call.forwardQuery((seen) => {
        seen.delete('cursor');
      });
      if (response.status !== 200 || !/^p\d{1,9}$/.test(cursor)) return call.forward();

      const texts = (await readAll(call)).toSorted(byPriceText);
      const begin = Number(cursor.slice(1));
      const end = begin + Number(call.query.get('limit') ?? 10);
      const nextCursor = end < texts.length ? `p${end}` : null;
      return withJson(response, { items: texts.slice(begin, end), nextCursor });
    },
    async shows(api) {
      return !isSorted(await api.list('/products?sort=price&limit=50'), 'price', 'asc');
    },
  },
  {
    id: 'products-max-price-exclusive',
    kind: 'list',
    at: ['GET /products'],
    wrong: 'maxPrice leaves out the products that cost exactly this.',
    breaks: 'maxPrice: "products that cost so many cents or less".',
    respond: query((seen) => {
      const most = Number(seen.get('maxPrice'));
      if (most >= 1) seen.set('maxPrice', String(most - 1));
    }),
    async shows(api) {
      const { id } = await createProduct(api, { price: 3 });
      return !ids(await api.list('/products?maxPrice=3&limit=50')).includes(id);
    },
  },
  {
    id: 'products-category-ignored',
    kind: 'list',
    at: ['GET /products'],
    wrong: 'category does not filter.',
    breaks: 'The parameter category has the values of Product.category.',
    async respond(call) {
      if ((await call.forward()).status !== 200) return call.forward();
      return call.forwardQuery((seen) => seen.delete('category'));
    },
    async shows(api) {
      const products = await api.list('/products?category=toys&limit=50');
      return products.some(({ category }) => category !== 'toys');
    },
  },
  {
    id: 'orders-of-other-shop-listed',
    kind: 'list',
    at: ['GET /orders'],
    wrong: 'The last page of orders ends with an order of another shop.',
    breaks: 'A token "belongs to one shop and sees only its records".',
    async respond(call) {
      const response = await call.forward();
      const isLast = response.status === 200 && fieldsOf(response)?.nextCursor === null;
      const other = credentials.find((it) => it.authorization !== call.header('authorization'));
      const limit = Number(call.query.get('limit') ?? 10);
      if (!isLast || other === undefined || itemsOf(response).length >= limit) return response;
      const theirs = itemsOf(await call.send('GET', '/orders?limit=1', undefined, other));
      return changeItems(response, (mine) => [...mine, ...theirs]);
    },
    async shows(api) {
      const theirs = ids(await api.other.list('/orders?limit=50'));
      const mine = await api.list('/orders?limit=50');
      return mine.some(({ id }) => theirs.includes(id));
    },
  },
  {
    id: 'products-end-on-second-page',
    kind: 'list',
    at: ['GET /products'],
    wrong: 'The second page has null as nextCursor, although there are more products.',
    breaks: 'nextCursor is "null on the last page".',
    async respond(call) {
      const response = await call.forward();
      if (!call.query.has('cursor')) return response;
      return changeFields(response, (page) => ({ ...page, nextCursor: null }));
    },
    async shows(api) {
      const all = await api.list('/products?limit=50');
      return (await readPages(api, '/products?limit=4')).length < all.length;
    },
  },
];

/** All products that match the query of a call. */
async function readAll(call: Call): Promise<Fields[]> {
  const all: Fields[] = [];
  const { query } = call;
  query.set('limit', '50');
  query.delete('cursor');
  for (;;) {
    const page = await call.send('GET', `${call.path}?${query}`);
    all.push(...itemsOf(page));
    const next = fieldsOf(page)?.nextCursor;
    if (typeof next !== 'string') return all;
    query.set('cursor', next);
  }
}

function byPriceText(one: Fields, two: Fields): number {
  const [first, second] = [String(one.price), String(two.price)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
