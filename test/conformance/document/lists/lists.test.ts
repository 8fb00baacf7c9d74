import { describe, expect, test } from 'vitest';
import { emptyProfile } from '../../../../conformance/engine/profile/profile.ts';
import type { RunOptions } from '../../../../conformance/engine/run/run-options.ts';
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
    ['to which others add', { style, others: 3, isBusy: true }],
  ] as const)('%s is left alone', async (_what, state) => {
    for (const seed of [1, 2]) {
      const { broken, leftovers, outcomes } = await run(state, undefined, { seed, strict: true });
      expect(broken).toEqual({});
      expect(leftovers).toEqual([]);
      expect(outcomes.filter(({ kind }) => kind === 'observed')).toEqual([]);
    }
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
