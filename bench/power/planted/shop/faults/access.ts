import type { Fault } from '../../proxy/fault.ts';
import { asEitherOwner, asFirstOwner } from '../../proxy/plant.ts';
import { credentials } from '../credentials.ts';
import { createOrder, createProduct } from '../records.ts';

const ownOnly = 'A token "belongs to one shop and sees only its records"; others get 404.';

export const access: readonly Fault[] = [
  {
    id: 'other-shop-reads-order',
    kind: 'access',
    at: ['GET /orders/{orderId}'],
    wrong: 'An order can be read with the token of another shop.',
    breaks: ownOnly,
    respond: asEitherOwner(credentials),
    async shows(api) {
      const { id } = await createOrder(api);
      return (await api.other.status('GET', `/orders/${id}`)) === 200;
    },
  },
  {
    id: 'other-shop-changes-product',
    kind: 'access',
    at: ['PATCH /products/{productId}'],
    wrong: 'A product can be changed with the token of another shop.',
    breaks: ownOnly,
    respond: asEitherOwner(credentials),
    async shows(api) {
      const { id } = await createProduct(api);
      await api.other.call('PATCH', `/products/${id}`, { price: 1 });
      return (await api.read(`/products/${id}`)).price === 1;
    },
  },
  {
    id: 'other-shop-pays-order',
    kind: 'access',
    at: ['POST /orders/{orderId}/pay'],
    wrong: 'An order can be paid with the token of another shop.',
    breaks: ownOnly,
    respond: asEitherOwner(credentials),
    async shows(api) {
      const { id } = await createOrder(api);
      await api.other.post(`/orders/${id}/pay`);
      return (await api.read(`/orders/${id}`)).status === 'paid';
    },
  },
  {
    id: 'expired-token-accepted',
    kind: 'access',
    at: ['GET /products'],
    wrong: 'Only the scheme of the token is checked: an invented or expired one lists products.',
    breaks: 'The document requires a token: 401 is for one that is missing or not valid.',
    respond: asFirstOwner(credentials, (call) => /^bearer +\S/i.test(call.header('authorization'))),
    async shows(api) {
      const stranger = api.with({ authorization: 'Bearer shop_red_of_last_year' });
      return (await stranger.status('GET', '/products')) === 200;
    },
  },
  {
    id: 'orders-without-token',
    kind: 'access',
    at: ['GET /orders/{orderId}'],
    wrong: 'An order can be read without a token.',
    breaks: 'The document requires a token for each operation.',
    respond: asFirstOwner(credentials, (call) => call.header('authorization') === ''),
    async shows(api) {
      const { id } = await createOrder(api);
      return (await api.with({}).status('GET', `/orders/${id}`)) === 200;
    },
  },
];
