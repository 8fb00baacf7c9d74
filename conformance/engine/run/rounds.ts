import type { Rule } from '../check.ts';
import type { Outcome } from '../outcome.ts';
import { toOutcome } from './judge.ts';

/** What the rounds of a check found together. A later round that was skipped, or failed to run, says nothing about those before. */
export function withLater(rule: Rule, before: Outcome, later: Outcome): Outcome {
  if (later.kind === 'skipped' || later.kind === 'error') return before;
  if (before.kind === 'skipped' || before.kind === 'error') return later;
  return toOutcome(rule, [...before.failures, ...newIn(before, later)], {
    notes: [...new Set([...before.notes, ...later.notes])],
    requests: before.requests + later.requests,
    durationMs: before.durationMs + later.durationMs,
  });
}

/** The failures that an earlier round has not shown. */
export function newIn(before: Pick<Outcome, 'failures'>, later: Outcome): Outcome['failures'] {
  const known = new Set(before.failures.map(nameOf));
  return later.failures.filter((failure) => !known.has(nameOf(failure)));
}

const nameOf = ({ key, expected }: Outcome['failures'][number]) => key ?? expected;
