import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { openBookshop, shopProfile, testBookshop } from './on-bookshop.ts';

const some = ['--no-fuzz', '--operation', '/books*'];

/** A bookshop that keeps the requests that it gets. */
async function watchedShop() {
  const requests: IncomingMessage[] = [];
  const { url } = await openBookshop((request) => {
    requests.push(request);
    return false;
  });
  return { url, requests };
}

test('no check sends a request to an operation that the profile skips, and its checks have the reason', async () => {
  const { url, requests } = await watchedShop();
  const operations = { 'DELETE /books/*': { skip: 'The sandbox deletes books at night.' } };
  const { code, report } = await testBookshop(url, { ...shopProfile, operations }, some);
  expect(code).toBe(0);
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  const { checks } = JSON.parse(report());
  const skipped = checks.find(({ id }: { id: string }) =>
    id.endsWith('deleted-is-gone/removeBook'),
  );
  expect(skipped).toMatchObject({
    kind: 'skipped',
    skipped: 'choice',
    reason: 'skipped in the profile: The sandbox deletes books at night.',
  });
});

test('headers of an operation go with its requests only, and no report has their values', async () => {
  const { url, requests } = await watchedShop();
  const tenant = 'tenant-of-one-operation';
  const operations = { listBooks: { headers: { 'X-Tenant': tenant } } };
  const { stdout, report } = await testBookshop(url, { ...shopProfile, operations }, some);
  const having = requests.filter(({ headers }) => headers['x-tenant'] === tenant);
  expect(having.length).toBeGreaterThan(0);
  for (const { method, url } of having) expect(`${method} ${url}`).toMatch(/^GET \/books(\?|$)/);
  const others = requests.filter(({ method }) => method === 'POST');
  expect(others.some(({ headers }) => 'x-tenant' in headers)).toBe(false);
  expect(stdout + report()).not.toContain(tenant);
});

test('values of an operation win over those for all', async () => {
  const { url, requests } = await watchedShop();
  const values = { limit: 3 };
  const operations = { 'GET /books': { values: { limit: 7 } } };
  const only = [...some, '--only', 'document/example'];
  await testBookshop(url, { ...shopProfile, values, operations }, only);
  const lists = requests.filter(({ url }) => /^\/books\?/.test(url ?? ''));
  expect(lists.length).toBeGreaterThan(0);
  for (const { url } of lists) expect(url).toContain('limit=7');
});

test('the rate of an operation delays its requests, not the others', async () => {
  const { url, requests } = await watchedShop();
  const operations = { listBooks: { requestsPerSecond: 4 } };
  const start = performance.now();
  const only = [...some, '--only', 'document/credentials*'];
  await testBookshop(url, { ...shopProfile, operations }, only);
  const lists = requests.filter(
    ({ method, url }) => method === 'GET' && /^\/books$/.test(url ?? ''),
  );
  expect(lists.length).toBeGreaterThan(2);
  // The first one does not wait. A slow machine only adds to this.
  expect(performance.now() - start).toBeGreaterThan(250 * (lists.length - 1));
});

test.each([
  [
    { listBook: { skip: 'a typing error' } },
    '/operations/listBook: no operation of the document matches. Did you mean listBooks?',
  ],
  [
    { listBooks: { header: { 'X-Tenant': 'a' } } },
    '/operations/listBooks: unknown field "header". Did you mean headers?',
  ],
  [
    { listBooks: { skip: 'short' } },
    '/operations/listBooks/skip: must NOT have fewer than 8 characters',
  ],
])('rejects the settings %j before the first request', async (operations, message) => {
  const { url, requests } = await watchedShop();
  const { code, stderr } = await testBookshop(url, { ...shopProfile, operations });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect(requests).toEqual([]);
});
