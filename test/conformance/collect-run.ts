import type { Rule } from '../../conformance/engine/check.ts';
import type { Gap } from '../../conformance/engine/gap.ts';
import { exitCodes, type Outcome, verdictOf } from '../../conformance/engine/outcome.ts';
import { runChecks } from '../../conformance/engine/run/run-checks.ts';
import type { RunEnd, RunEvent, RunOptions } from '../../conformance/engine/run/run-options.ts';

/** What a run said of itself, with the requests of each outcome. */
export interface CollectedRun extends Omit<RunEnd, 'type'> {
  readonly rules: readonly Rule[];
  readonly outcomes: readonly Outcome[];
  readonly gaps: readonly Gap[];
  readonly events: readonly RunEvent[];
}

/** Runs the checks, and collects the events of the run. */
export async function collectRun(options: RunOptions): Promise<CollectedRun> {
  const events: RunEvent[] = [];
  await runChecks({
    ...options,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const started = events.find((event) => event.type === 'started');
  const ended = events.find((event) => event.type === 'ended');
  if (started === undefined || ended === undefined) throw new Error('the run did not end');
  const { rules } = started;
  const outcomes = new Map(
    events.flatMap((event) =>
      event.type === 'outcome' ? [[event.rule.id, event.outcome] as const] : [],
    ),
  );
  return {
    ...ended,
    rules,
    gaps: events.flatMap((event) => (event.type === 'gap' ? [event.gap] : [])),
    outcomes: rules.flatMap(({ id }) => outcomes.get(id) ?? []),
    events,
  };
}

/** The exit code of the command for such a run. */
export function exitCodeOf(
  { rules, outcomes, stopReason, withoutSuccess, noSuccess }: CollectedRun,
  allowSkipped = false,
): number {
  const checks = outcomes.map(({ check, kind, skipped }) => {
    const rule = rules.find(({ id }) => id === check);
    if (rule === undefined) throw new Error(`no rule for the outcome of ${check}`);
    return { basis: rule.basis, kind, ...(skipped && { skipped }) };
  });
  return exitCodes[verdictOf({ checks, stopReason, withoutSuccess, noSuccess }, allowSkipped)];
}
