import type { Rule } from '../check.ts';
import type { Outcome } from '../outcome.ts';
import { nameOf } from './confirm.ts';
import { toOutcome } from './judge.ts';

/** What the rounds of a check found together. A later round that was skipped, or failed to run, says nothing about those before. */
export function withLater(rule: Rule, before: Outcome, later: Outcome): Outcome {
  if (later.kind === 'skipped' || later.kind === 'error') return before;
  const known = new Set(before.failures.map(nameOf));
  const added = later.failures.filter((failure) => !known.has(nameOf(failure)));
  return toOutcome(rule, [...before.failures, ...added], {
    notes: [...new Set([...before.notes, ...later.notes])],
    requests: before.requests + later.requests,
    durationMs: before.durationMs + later.durationMs,
  });
}
