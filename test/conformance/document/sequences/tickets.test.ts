import { expect, test } from 'vitest';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';
import { checkOf, observed, type Trait, ticketDocument, ticketServer } from './ticket-server.ts';

const rules = [...Object.values(checkOf), ...Object.values(observed)];
const only = [...new Set(rules.map((rule) => rule.split('/').slice(0, 2).join('/')))];

async function run(trait?: Trait, seed = 1) {
  const { listener, left } = ticketServer(trait);
  const server = await serverForTest(listener);
  const result = await runDocument(server.url, ticketDocument(), {}, { only, seed });
  return { ...result, left: left() };
}

test.each([1, 2, 3])('a desk that follows the document passes with the seed %i', async (seed) => {
  const { broken, outcomes, leftovers, left } = await run(undefined, seed);
  expect(broken).toEqual({});
  expect(outcomes.filter(({ kind }) => kind === 'observed')).toEqual([]);
  expect(leftovers).toEqual([]);
  expect(left).toBe(0);
});

test.each(Object.entries(checkOf))('a desk that %s: %s', async (trait, check) => {
  // The keys of the table are the faults.
  const { broken } = await run(trait as Trait);
  expect(Object.keys(broken)).toContain(check);
});

test.each(Object.entries(observed))('only observes a desk that %s: %s', async (trait, check) => {
  // The keys of the table are traits.
  const { broken, outcomes } = await run(trait as Trait);
  expect(broken).toEqual({});
  const found = outcomes.filter(({ kind }) => kind === 'observed').map((one) => one.check);
  expect(found).toContain(check);
});
