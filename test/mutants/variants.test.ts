import { describe, expect, test } from 'vitest';
import { timedCheck } from '../support/timed-check.ts';
import { variants } from './all-variants.ts';
import { runAgainst } from './run-against.ts';

test('a correct server passes everything, also what was decided', async () => {
  const { outcomes, leftovers } = await runAgainst({}, { strict: true, skip: [timedCheck] });
  const others = outcomes.filter(
    ({ kind, reason }) => kind !== 'passed' && reason !== 'runs only with --destructive',
  );
  expect(
    others.map(({ check, kind, reason, failures }) => ({ check, kind, reason, got: failures[0]?.got })),
  ).toEqual([]);
  expect(leftovers).toEqual([]);
});

describe.concurrent('no check fails a server that decides otherwise', () => {
  test.each(variants)('$name', async ({ overrides, options, few }) => {
    const { outcomes, stopReason } = await runAgainst(overrides, options);
    const broken = outcomes.filter(({ kind }) => kind === 'failed' || kind === 'error');
    expect(
      broken.map(({ check, reason, failures }) => ({
        check,
        reason,
        expected: failures[0]?.expected,
        got: failures[0]?.got,
      })),
    ).toEqual([]);
    expect(stopReason).toBeUndefined();
    const put = outcomes.filter(({ kind }) => kind !== 'skipped');
    expect(put.length).toBeGreaterThan(outcomes.length * (few ? 0.05 : 0.5));
  });
});
