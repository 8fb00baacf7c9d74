// Records that show a fault. Each has values of its own.
import type { Api } from '../proxy/api.ts';
import type { Fields } from '../proxy/message.ts';

let made = 0;

/** A SKU that no other product of this process has. */
export function newSku(): string {
  made += 1;
  return `SHOW-${made}`;
}

export function createProduct(api: Api, others: Fields = {}): Promise<Fields> {
  return api.create('/products', { sku: newSku(), name: 'Lantern', price: 1450, ...others });
}

export async function createOrder(api: Api, others: Fields = {}): Promise<Fields> {
  const { id: productId } = await createProduct(api);
  return api.create('/orders', { lines: [{ productId, quantity: 2 }], ...others });
}

/** Follows the cursors of a list, 20 pages at most. */
export async function readPages(api: Api, target: string): Promise<Fields[]> {
  const all: Fields[] = [];
  let cursor = '';
  for (let count = 0; count < 20; count += 1) {
    const { fields, items } = await api.get(`${target}${cursor}`);
    all.push(...items);
    if (typeof fields.nextCursor !== 'string') break;
    cursor = `&cursor=${fields.nextCursor}`;
  }
  return all;
}
