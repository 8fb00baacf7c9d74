import type { Check, CheckContext, Rule } from '../check.ts';
import {
  CannotTestError,
  CheckFailure,
  CheckSkipped,
  type Failure,
  type Outcome,
  type SkipCause,
} from '../outcome.ts';
import type { Activity } from './activity.ts';
import { type JudgeOptions, judge, toOutcome } from './judge.ts';
import type { RunEvent } from './run-options.ts';
import type { Skip } from './select-checks.ts';
import { asList } from './watch-exchanges.ts';

/** The outcome of one check, and why no other check can run, if so. */
export interface CheckRun {
  readonly outcome: Outcome;
  readonly stopReason?: string;
}

/** Runs one check. Whatever it returns or throws becomes an outcome. */
export async function runCheck(
  check: Check,
  context: CheckContext,
  judgeOptions: JudgeOptions,
  activity: Activity,
): Promise<CheckRun> {
  const { result, figures } = await activity.measure(() => tryCheck(check, context));
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

async function tryCheck(check: Check, context: CheckContext): Promise<Result> {
  try {
    return { failures: asList(await check.run(context)) };
  } catch (error) {
    if (error instanceof CheckFailure) return { failures: error.failures };
    if (error instanceof CheckSkipped) {
      return { kind: 'skipped', reason: error.reason, skipped: error.skipped };
    }
    if (error instanceof CannotTestError) {
      return { kind: 'skipped', reason: error.message, skipped: 'missing', stopReason: error.message };
    }
    return { kind: 'error', reason: describeError(error) };
  }
}

/** An error in the tool, with its place in the code. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

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
