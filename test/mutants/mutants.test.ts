import { describe, expect, test } from 'vitest';
import { checks, responseChecks } from '../../conformance/suite/catalogue.ts';
import { allMutants } from './all-mutants.ts';
import { runAgainst } from './run-against.ts';

// What each basis does to a run by default.
const kindOf = {
  safety: 'failed',
  shown: 'failed',
  standard: 'failed',
  wire: 'warning',
  decided: 'differs',
  observed: 'observed',
} as const;

describe.concurrent('each mutant fails its check', () => {
  test.each(allMutants)(
    '$killedBy: $name',
    async ({ killedBy, overrides, options, isDecided, mayEndRun = false }) => {
      const { outcomes, stopReason } = await runAgainst(overrides, {
        only: [killedBy],
        ...options,
      });
      const outcome = outcomes.find(({ check }) => check === killedBy);
      const { basis = 'observed' } =
        [...checks, ...responseChecks].find(({ id }) => id === killedBy) ?? {};
      expect({
        kind: outcome?.kind,
        reason: outcome?.reason,
        stopReason: mayEndRun ? undefined : stopReason,
      }).toEqual({
        kind: isDecided ? 'differs' : kindOf[basis],
        reason: undefined,
        stopReason: undefined,
      });
      expect(outcomes.filter(({ kind }) => kind === 'error')).toEqual([]);
    },
  );
});

test('every check has a mutant', () => {
  const killed = new Set(allMutants.map(({ killedBy }) => killedBy));
  expect(
    [...checks, ...responseChecks].filter(({ id }) => !killed.has(id)).map(({ id }) => id),
  ).toEqual([]);
});
