// Pages that the proxy makes itself, from all records that the app lists.
import type { Call } from '../proxy/call.ts';
import { type Fields, itemsOf, type ProxyResponse, withJson } from '../proxy/message.ts';
import { sortBy } from '../proxy/plant.ts';

const defaultSorts = new Map([
  ['/tickets', 'createdAt'],
  ['/users', 'name'],
]);

/**
 * Responds with the page that was asked for, of the records that `choose` returns. It gets all that
 * match the query without the parameters `ignored`.
 */
export async function respondWith(
  call: Call,
  ignored: readonly string[],
  choose: (records: Fields[]) => Fields[],
): Promise<ProxyResponse> {
  const response = await call.forward();
  if (response.status !== 200) return response;

  const { query } = call;
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('perPage') ?? 20)];
  const chosen = choose(await readAll(call, ignored));
  const name = query.get('sort') ?? defaultSorts.get(call.path) ?? 'id';
  const sorted = sortBy(chosen, name, query.get('order') ?? 'asc');
  const begin = (page - 1) * perPage;
  const items = sorted.slice(begin, begin + perPage);
  return withJson(response, { items, total: sorted.length, page, perPage });
}

async function readAll(call: Call, ignored: readonly string[]): Promise<Fields[]> {
  const query = call.query;
  for (const name of ignored) query.delete(name);
  query.set('perPage', '100');
  const all: Fields[] = [];
  for (let page = 1; all.length === (page - 1) * 100; page += 1) {
    query.set('page', String(page));
    all.push(...itemsOf(await call.send('GET', `${call.path}?${query}`)));
  }
  return all;
}
