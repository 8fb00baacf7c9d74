import type { Rule } from '../check.ts';
import type { Outcome } from '../outcome.ts';
import type { RunEvent } from './run-options.ts';

/** The outcomes of a run, in the order in which they came. */
export interface OutcomeLog {
  add(rule: Rule, outcome: Outcome): void;
  skip(rule: Rule, reason: string): void;
  hasFailure(): boolean;
  rules(): Rule[];
  outcomes(): Outcome[];
}

export function createOutcomeLog(onEvent: ((event: RunEvent) => void) | undefined): OutcomeLog {
  const outcomes = new Map<Rule, Outcome>();
  const add = (rule: Rule, outcome: Outcome) => {
    outcomes.set(rule, outcome);
    onEvent?.({ type: 'outcome', rule, outcome });
  };
  return {
    add,
    skip: (rule, reason) => {
      const nothing = { failures: [], notes: [], requests: 0, durationMs: 0 };
      add(rule, { check: rule.id, kind: 'skipped', reason, ...nothing });
    },
    hasFailure: () => [...outcomes.values()].some(({ kind }) => kind === 'failed'),
    rules: () => [...outcomes.keys()],
    outcomes: () => [...outcomes.values()],
  };
}
