import { AsyncLocalStorage } from 'node:async_hooks';
import type { Check, CheckContext, Rule } from '../check.ts';
import {
  CannotTestError,
  CheckFailure,
  CheckSkipped,
  type Failure,
  type Outcome,
  type OutcomeSummary,
  Postponed,
  type SkipCause,
} from '../outcome.ts';
import { type JudgeOptions, judge, toOutcome } from './judge.ts';
import type { RunEvent } from './run-options.ts';
import type { Skip } from './select-checks.ts';
import { asList } from './watch-exchanges.ts';

/** What a check did: how many requests it sent, what it noted, and how long it took. */
type Figures = Pick<Outcome, 'notes' | 'requests' | 'durationMs'>;

// One for all runs of a process: Node passes each of them on to every promise, even when no run uses it any more.
const current = new AsyncLocalStorage<{
  requests: number;
  readonly check: string;
  readonly notes: string[];
  readonly mayPostpone: boolean;
}>();

export type Activity = ReturnType<typeof trackActivity>;

/** Knows which of the checks that run at the same time sent a request or wrote a note. */
export function trackActivity() {
  return {
    /** Runs one check, and returns its result with what it did. */
    measure: async <Result>(check: string, run: () => Promise<Result>, mayPostpone: boolean) => {
      const counts = { requests: 0, check, notes: [], mayPostpone };
      const start = performance.now();
      const result = await current.run(counts, run);
      const { requests, notes } = counts;
      const figures: Figures = { requests, notes, durationMs: performance.now() - start };
      return { result, figures };
    },
    countRequest: () => {
      const counts = current.getStore();
      if (counts) counts.requests += 1;
    },
    /** The id of the check that sends a request, if it is one. */
    check: () => current.getStore()?.check,
    /** Whether the check that sends a request may be put off until the others have run. */
    mayPostpone: () => current.getStore()?.mayPostpone === true,
    addNote: (note: string) => void current.getStore()?.notes.push(note),
  };
}

/** The outcome of one check, and why no other check can run, if so. */
export type CheckRun = Awaited<ReturnType<typeof runCheck>>;

/**
 * Runs one check. Whatever it returns or throws becomes an outcome.
 * @throws Postponed when it must wait and may be postponed.
 */
export async function runCheck(
  check: Check,
  context: CheckContext,
  judgeOptions: JudgeOptions,
  activity: Activity,
  mayPostpone: boolean,
  round = 0,
) {
  const { result, figures } = await activity.measure(
    check.id,
    () => tryCheck(check, context, round),
    mayPostpone,
  );
  if ('failures' in result) {
    const judged = result.failures.map((failure) => judge(check, failure, judgeOptions));
    return { outcome: toOutcome(check, judged, figures) };
  }
  const { stopReason, ...rest } = result;
  const outcome: Outcome = { check: check.id, failures: [], ...rest, ...figures };
  return stopReason === undefined ? { outcome } : { outcome, stopReason };
}

type Result =
  | { readonly failures: readonly Failure[] }
  | { readonly kind: 'error'; readonly reason: string; readonly stopReason?: undefined }
  | {
      readonly kind: 'skipped';
      readonly reason: string;
      readonly skipped: SkipCause;
      readonly stopReason?: string;
    };

async function tryCheck(check: Check, context: CheckContext, round: number): Promise<Result> {
  try {
    return { failures: asList(await check.run(context, round)) };
  } catch (error) {
    if (error instanceof CheckFailure) return { failures: error.failures };
    if (error instanceof CheckSkipped) {
      return { kind: 'skipped', reason: error.reason, skipped: error.skipped };
    }
    if (error instanceof CannotTestError) {
      return {
        kind: 'skipped',
        reason: error.message,
        skipped: 'missing',
        stopReason: error.message,
      };
    }
    if (error instanceof Postponed) throw error;
    return { kind: 'error', reason: describeError(error) };
  }
}

/** An error in the tool, with its place in the code. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export function createOutcomeLog(onEvent: ((event: RunEvent) => void) | undefined) {
  const outcomes: OutcomeSummary[] = [];
  const add = (rule: Rule, outcome: Outcome) => {
    const { check, kind } = outcome;
    const failures = outcome.failures.map(({ kind, key }) => ({ kind, ...(key && { key }) }));
    outcomes.push({ check, kind, failures });
    onEvent?.({ type: 'outcome', rule, outcome });
  };
  return {
    add,
    skip: (rule: Rule, skip: Skip) => {
      const nothing = { failures: [], notes: [], requests: 0, durationMs: 0 };
      add(rule, { check: rule.id, kind: 'skipped', ...skip, ...nothing });
    },
    hasFailure: () => outcomes.some(({ kind }) => kind === 'failed'),
    outcomes: () => outcomes,
  };
}
