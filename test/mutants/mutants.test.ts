import { describe, expect, test } from 'vitest';
import { checks, responseChecks } from '../../conformance/catalogue.ts';
import { allMutants } from './all-mutants.ts';
import { runAgainst } from './run-against.ts';

const failedKinds = ['failed', 'differs', 'observed'];
const kinds = new Map<string, string[]>();

describe.concurrent('each mutant fails its check', () => {
  test.each(allMutants)('$killedBy: $name', async ({ killedBy, overrides, options }) => {
    const { outcomes, stopReason } = await runAgainst(overrides, { only: [killedBy], ...options });
    const outcome = outcomes.find(({ check }) => check === killedBy);
    expect({ kind: outcome?.kind, reason: outcome?.reason, stopReason }).toEqual({
      kind: expect.toBeOneOf(failedKinds),
      reason: undefined,
      stopReason: undefined,
    });
    expect(outcomes.filter(({ kind }) => kind === 'error')).toEqual([]);
    kinds.set(killedBy, [...(kinds.get(killedBy) ?? []), outcome?.kind ?? '']);
  });
});

test('a shown rule or a standard fails the run, a decision does not', () => {
  const wrong = [...checks, ...responseChecks].filter(({ id, strength }) => {
    const own = kinds.get(id) ?? [];
    const must = strength === 'shown' || strength === 'standard';
    return own.length > 0 && own.includes('failed') !== must;
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('every check has a mutant', () => {
  const killed = new Set(allMutants.map(({ killedBy }) => killedBy));
  const idle = [...checks, ...responseChecks].filter(({ id }) => !killed.has(id));
  expect(idle.map(({ id }) => id)).toEqual([]);
});

test('no two mutants of a check have the same name', () => {
  const names = allMutants.map(({ killedBy, name }) => `${killedBy}: ${name}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
