import { describe, expect, test } from 'vitest';
import { timedCheck } from '../support/timed-check.ts';
import { variants } from './all-variants.ts';
import { runAgainst } from './run-against.ts';

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

describe.concurrent('no check fails a server with other decisions', () => {
  test.each(variants)('$name', async ({ overrides, options, few }) => {
    const { outcomes, stopReason } = await runAgainst(overrides, options);
    const failed = outcomes.filter(({ kind }) => kind === 'failed' || kind === 'error');
    expect(
      failed.map(({ check, reason, failures }) => ({
        check,
        reason,
        expected: failures[0]?.expected,
        got: failures[0]?.got,
      })),
    ).toEqual([]);
    expect(stopReason).toBeUndefined();
    const run = outcomes.filter(({ kind }) => kind !== 'skipped');
    expect(run.length).toBeGreaterThan(outcomes.length * (few ? 0.05 : 0.5));
  });
});
