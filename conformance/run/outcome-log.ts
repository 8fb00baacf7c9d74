import type { Rule } from '../check.ts';
import type { Outcome } from '../outcome.ts';
import type { RunEvent } from './run-options.ts';
import type { Skip } from './select-checks.ts';

/** The outcomes of a run, in the order of `expect`. */
export interface OutcomeLog {
  expect(rules: readonly Rule[]): void;
  add(rule: Rule, outcome: Outcome): void;
  skip(rule: Rule, skip: Skip): void;
  hasFailure(): boolean;
  rules(): Rule[];
  outcomes(): Outcome[];
}

export function createOutcomeLog(onEvent: ((event: RunEvent) => void) | undefined): OutcomeLog {
  const outcomes = new Map<Rule, Outcome | undefined>();
  const all = () => [...outcomes.values()].filter((outcome) => outcome !== undefined);
  const add = (rule: Rule, outcome: Outcome) => {
    outcomes.set(rule, outcome);
    onEvent?.({ type: 'outcome', rule, outcome });
  };
  return {
    expect: (rules) => {
      for (const rule of rules) outcomes.set(rule, undefined);
    },
    add,
    skip: (rule, skip) => {
      const nothing = { failures: [], notes: [], requests: 0, durationMs: 0 };
      add(rule, { check: rule.id, kind: 'skipped', ...skip, ...nothing });
    },
    hasFailure: () => all().some(({ kind }) => kind === 'failed'),
    rules: () => [...outcomes.keys()],
    outcomes: all,
  };
}
