import { expect, test } from 'vitest';
import { timedCheck } from '../support/timed-check.ts';
import { runAgainst } from './run-against.ts';
import { testVariants } from './test-variants.ts';

test('a correct server passes every check, including our decisions', async () => {
  const { outcomes, leftovers } = await runAgainst({}, { strict: true, skip: [timedCheck] });
  const others = outcomes.filter(
    ({ kind, skipped }) => kind !== 'passed' && skipped !== 'choice' && skipped !== 'nothing',
  );
  expect(
    others.map(({ check, kind, reason, failures }) => ({ check, kind, reason, got: failures[0]?.got })),
  ).toEqual([]);
  expect(leftovers).toEqual([]);
});

testVariants(0);
