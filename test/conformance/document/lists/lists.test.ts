import { describe, expect, test } from 'vitest';
import { emptyProfile } from '../../../../conformance/engine/profile/profile.ts';
import type { RunOptions } from '../../../../conformance/engine/run/run-options.ts';
import { jsonListener, objectIn } from '../../json-listener.ts';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';
import {
  checkOf,
  type Fault,
  listDocument,
  listServer,
  type State,
  type Style,
} from './list-server.ts';

const rules = [...new Set(Object.values(checkOf))].map((rule) => `document/${rule}`);

const profile = {
  ...emptyProfile,
  credentials: { token: 'ada-1815' },
  otherCredentials: { token: 'bob-1815' },
};

async function run(state: State, fault?: Fault, options: Partial<RunOptions> = {}) {
  const server = await serverForTest(listServer(state, fault).listener);
  return runDocument(
    server.url,
    listDocument(state.style),
    {},
    { only: rules, profile, ...options },
  );
}

const styles: readonly Style[] = ['offset', 'page', 'cursor', 'link', 'none'];

describe.each(styles)('a list that is read by %s', (style) => {
  test.each([
    ['with nothing of others', { style }],
    ['with items of others', { style, others: 7 }],
    ['with many pages of others', { style, others: 130 }],
    [
      'with the newest first, and many pages of others',
      { style, others: 130, isNewestFirst: true },
    ],
    ['to which others add', { style, others: 3, isBusy: true }],
  ] as const)('%s is left alone', async (_what, state) => {
    const { broken, leftovers, outcomes } = await run(state, undefined, { strict: true });
    expect(broken).toEqual({});
    expect(leftovers).toEqual([]);
    expect(outcomes.filter(({ kind }) => kind === 'observed')).toEqual([]);
  });
});

const byOffset: readonly Style[] = ['offset', 'page', 'cursor', 'link'];
/** The styles that can have a fault. */
const stylesOf: Partial<Record<Fault, readonly Style[]>> = {
  'never ends': ['cursor', 'link'],
  'says that there is more on the last page': ['page'],
  'sorts only the page': ['offset', 'page'],
};

const cases = Object.entries(checkOf).flatMap(([fault, check]) =>
  // The keys of the table are the faults.
  (
    stylesOf[fault as Fault] ??
    (check === 'list-limit' || check === 'list-pages' ? byOffset : (['offset'] as const))
  ).map((style) => [fault as Fault, style, check] as const),
);

const newestFirst = [
  ['loses a match', 'list-filter'],
  ['counts one too many', 'list-total'],
  ['counts what a filter hides', 'list-total'],
] as const;

test.each(newestFirst)('a list of many pages, newest first, that %s: %s', async (fault, check) => {
  const { broken } = await run({ style: 'offset', others: 130, isNewestFirst: true }, fault);
  expect(Object.keys(broken)).toContain(`document/${check}/listParts`);
});

const onLongLists = (
  ['skips an item between pages', 'repeats an item on the next page'] as const
).flatMap((fault) => byOffset.map((style) => [fault, style] as const));

test.each(onLongLists)('a list of many pages that %s, read by %s', async (fault, style) => {
  const { broken } = await run({ style, others: 130 }, fault);
  expect(Object.keys(broken)).toContain('document/list-pages/listParts');
});

test.each(cases)('a list that %s, read by %s: %s', async (fault, style, check) => {
  const { broken } = await run({ style, others: 2 }, fault);
  expect(Object.keys(broken)).toContain(`document/${check}/listParts`);
});

test('waits once, not in each check, for what a list with a required filter does not show', async () => {
  const type = { type: 'string', enum: ['dog', 'cat'] };
  const pet = { type: 'object', required: ['type'], properties: { type } };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const pets = new Map<string, object>();
  const { url } = await serverForTest(
    jsonListener(({ method, path, query, json: sent }) => {
      const one = pets.get(path.replace('/pets/', ''));
      if (path !== '/pets') return one === undefined ? [404] : [200, one];
      const all = [...pets.values()];
      if (method === 'GET')
        return [200, all.filter((one) => objectIn(one)?.type === query.get('type'))];
      const { type: kind } = objectIn(sent) ?? {};
      if (kind !== 'dog' && kind !== 'cat') return [400];
      const made = { id: `${pets.size}`, type: kind };
      pets.set(made.id, made);
      return [201, made];
    }),
  );
  const named = (name: string, schema: object) => ({ name, in: 'query', required: true, schema });
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        get: {
          operationId: 'listPets',
          parameters: [
            named('type', type),
            { ...named('limit', { type: 'integer' }), required: false },
          ],
          responses: { 200: { description: 'Pets', ...json({ type: 'array', items: pet }) } },
        },
        post: {
          operationId: 'addPet',
          requestBody: { required: true, ...json(pet) },
          responses: {
            201: { description: 'Made', ...json(pet) },
            400: { description: 'Invalid' },
          },
        },
      },
      '/pets/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'A pet' }, 404: { description: 'None' } },
        },
      },
    },
  });
  const pauses: number[] = [];
  const clock = { now: Date.now, pause: async (ms: number) => void pauses.push(ms) };
  const only = [
    'document/list-filter',
    'document/list-limit',
    'document/list-pages',
    'document/list-readable',
  ];
  await runDocument(url, document, {}, { only, clock });
  expect(pauses).toEqual([300, 1500]);
});
