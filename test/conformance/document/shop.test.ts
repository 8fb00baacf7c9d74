import { expect, test } from 'vitest';
import { emptyProfile } from '../../../conformance/engine/profile/profile.ts';
import { jsonListener } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';
import { checkOf, type Fault, shop, shopDocument } from './shop-server.ts';

async function run(fault?: Fault, only?: string[]) {
  const { url } = await serverForTest(shop(fault));
  return runDocument(url, shopDocument, {}, only === undefined ? {} : { only });
}

test('reaches every operation of a shop whose ids no document has', async () => {
  const { broken, coverage, leftovers } = await run();
  const unreached = coverage.filter(({ successes }) => successes === 0);
  expect(unreached.map(({ operation }) => operation)).toEqual([]);
  expect(broken).toEqual({});
  expect(leftovers).toEqual([]);
});

test.each(Object.entries(checkOf))('a shop that %s: %s', async (fault, check) => {
  // A key of `checkOf`.
  const name = fault as Fault;
  const { broken } = await run(name, [check, 'document/valid-parameters/listOrders']);
  expect(Object.keys(broken)).toEqual([check]);
});

test('puts a new word into a value of the profile in each request', async () => {
  const { url } = await serverForTest(shop());
  const profile = { ...emptyProfile, values: { 'POST /products': { sku: 'X-{unique}' } } };
  const only = ['document/valid-body/createProduct', 'document/invalid-body/createProduct'];
  const { sent, broken } = await runDocument(url, shopDocument, {}, { profile, only });
  const names = sent.flatMap((request) => /"sku":"(X-[^"]*)"/.exec(request)?.[1] ?? []);
  expect(broken).toEqual({});
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !/^X-t[0-9a-f]{7}/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('says what it has learned from the server', async () => {
  const { learned } = await run(undefined, ['document/created-is-readable/getZone']);
  expect(learned.map(({ operation, place }) => `${operation} ${place}`)).toContain(
    'createZone body /name',
  );
});

test('sends required parameters only, then each valid value of the others', async () => {
  const { sent } = await run(undefined, ['document/valid-parameters/listOrders']);
  const lists = sent.flatMap((request) => /^GET (\/orders\S*)/.exec(request)?.[1] ?? []);
  expect(lists[0]).toBe('/orders');
  for (const query of ['status=open', 'status=paid', 'status=archived', 'open=true', 'open=false'])
    expect(lists).toContain(`/orders?${query}`);
  expect(lists).toContain('/orders?limit=100');
  expect(lists.some((target) => /\?status=\w+&open=/.test(target))).toBe(true);
});

test.each([
  [400, []],
  [500, ['responses/no-server-error']],
])(
  'a server with bounds that the document does not have may say so: %i for a number beyond them',
  async (status, expected) => {
    const { url } = await serverForTest(
      jsonListener(({ method, query }) => {
        if (method !== 'GET') return [405, undefined, { allow: 'GET' }];
        const skip = query.get('skip') ?? '0';
        if (!/^-?\d+$/.test(skip)) return [400];
        return Number(skip) < 0 || Number(skip) > 999 ? [status] : [200, []];
      }),
    );
    const responses = {
      200: {
        description: 'All.',
        content: { 'application/json': { schema: { type: 'array' } } },
      },
      400: { description: 'Wrong.' },
    };
    const skip = { name: 'skip', in: 'query', schema: { type: 'integer' } };
    const get = { operationId: 'listNotes', parameters: [skip], responses };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Notes', version: '1' },
      paths: { '/notes': { get } },
    };
    const only = ['document/valid-parameters', 'responses/no-server-error'];
    const { broken } = await runDocument(url, JSON.stringify(document), {}, { only });
    expect(Object.keys(broken)).toEqual(expected);
  },
);
