import type { Basis } from './basis.ts';
import { type Gap, isWhole } from './gap.ts';
import type { Exchange } from './http/exchange.ts';

/** A rule that the server does not follow in one case, with the requests that show it. */
export interface Failure {
  /** What a correct server does, as a noun phrase or a value: `HTTP 401`, `a string`. Never a secret. */
  readonly expected: string;
  readonly got: string;
  /** The requests that show it. The last one is the decisive one. */
  readonly exchanges: readonly Exchange[];
  /** Set when this case has a weaker basis than the check. */
  readonly basis?: Basis;
  /** Set when this case rests on another source than the rule. */
  readonly source?: string;
  /** Identifies a case of a check in all runs, for baselines and SARIF. The same in every run. */
  readonly key?: string;
  /** What is wrong, the same in all cases that one defect explains, whichever operation shows it. @default expected */
  readonly about?: string;
  readonly note?: string;
  /** Of a rule about every response: the check whose request shows it. */
  readonly sentBy?: string;
}

/** A failure: what a correct server does, what this one did, the requests that show it, and its key or more. */
export function mismatch(
  expected: string,
  got: string,
  exchanges: readonly Exchange[],
  more?: Omit<Failure, 'expected' | 'got' | 'exchanges'> | string,
): Failure {
  return { expected, got, exchanges, ...(typeof more === 'string' ? { key: more } : more) };
}

/** Thrown by `fail`; a check may also return its failures. */
export class CheckFailure extends Error {
  readonly failures: readonly Failure[];
  constructor(failures: readonly Failure[]) {
    super(failures[0]?.got ?? 'failed');
    this.name = 'CheckFailure';
    this.failures = failures;
  }
}

/**
 * Why a check was skipped. `missing`: a fixture, an id, budget or time, so the server may still be wrong. `choice`: the options
 * of the run leave it out. `nothing`: the server gave it nothing to judge.
 */
export type SkipCause = 'missing' | 'choice' | 'nothing';

export const outOfTimeReason = 'out of time (--max-time)';

/** Thrown by `skipCheck` and `nothingToJudge`: the check could not be run. */
export class CheckSkipped extends Error {
  readonly reason: string;
  readonly skipped: SkipCause;
  constructor(reason: string, skipped: SkipCause = 'missing') {
    super(reason);
    this.name = 'CheckSkipped';
    this.reason = reason;
    this.skipped = skipped;
  }
}

/** The time of the run was up. A request that was under way may have arrived. */
export class OutOfTime extends CheckSkipped {
  constructor() {
    super(outOfTimeReason);
    this.name = 'OutOfTime';
  }
}

/** Thrown out of a check that has to wait for a rate limit: it runs again after all others, and waits then. */
export class Postponed extends Error {
  /** When the server accepts such requests again, in milliseconds since 1970. */
  readonly until: number;
  constructor(operation: string, until: number) {
    super(`${operation} is rate-limited`);
    this.name = 'Postponed';
    this.until = until;
  }
}

/** Nothing can be tested: no such server, no valid credentials. Ends the run with exit code 3. */
export class CannotTestError extends Error {
  override name = 'CannotTestError';
}

/** Someone stopped the run. A request that was under way may have arrived. */
export class RunStopped extends CannotTestError {
  constructor(signal: string) {
    super(`the run was stopped (${signal})`);
    this.name = 'RunStopped';
  }
}

export function fail(failure: Failure): never {
  throw new CheckFailure([failure]);
}

/** For a missing precondition that the rule does not name: the check neither passes nor fails. */
export function skipCheck(reason: string): never {
  throw new CheckSkipped(reason);
}

/** For a server to which the rule does not apply. Unlike `skipCheck`, this leaves nothing to be tested. */
export function nothingToJudge(reason: string): never {
  throw new CheckSkipped(reason, 'nothing');
}

/**
 * The kinds of outcomes, the worst first. Every report derives its words from this table. `failed` fails the run; `warning` only
 * with `--wire`; `differs` only with `--strict`; `observed` never. `waived` and `known` are failures that the profile or the
 * baseline excuses. `error` is a bug in the check or the tool.
 */
export const outcomeKinds = {
  failed: { heading: 'Failed', counted: ['failed', 'failed'], colour: 'red', level: 'error' },
  error: {
    heading: 'Errors in the test tool',
    counted: ['error in the tool', 'errors in the tool'],
    colour: 'magenta',
    level: 'error',
  },
  warning: {
    heading: 'Warnings',
    counted: ['warning', 'warnings'],
    colour: 'yellow',
    level: 'warning',
  },
  differs: {
    heading: 'Differs from decisions',
    counted: ['differs', 'differ'],
    colour: 'yellow',
    level: 'warning',
  },
  known: { heading: 'Known', counted: ['known', 'known'], colour: undefined, level: 'note' },
  waived: { heading: 'Waived', counted: ['waived', 'waived'], colour: undefined, level: 'note' },
  skipped: {
    heading: 'Skipped',
    counted: ['skipped', 'skipped'],
    colour: undefined,
    level: 'note',
  },
  observed: {
    heading: 'Observed',
    counted: ['observed', 'observed'],
    colour: undefined,
    level: 'note',
  },
  passed: { heading: 'Passed', counted: ['passed', 'passed'], colour: undefined, level: 'note' },
} as const satisfies Readonly<Record<string, OutcomeStyle>>;

interface OutcomeStyle {
  readonly heading: string;
  /** After a number: of one, and of several. */
  readonly counted: readonly [one: string, several: string];
  readonly colour: 'red' | 'magenta' | 'yellow' | undefined;
  /** How serious it is, in the words of SARIF. */
  readonly level: 'error' | 'warning' | 'note';
}

export type OutcomeKind = keyof typeof outcomeKinds;

export const worstFirst = Object.keys(outcomeKinds) as readonly OutcomeKind[];

/** A failure with its verdict in this run, and the reason if the profile or the baseline excuses it. */
export interface JudgedFailure extends Failure {
  readonly kind: 'failed' | 'warning' | 'differs' | 'observed' | 'waived' | 'known';
  readonly basis: Basis;
  readonly reason?: string;
}

export interface Outcome {
  readonly check: string;
  readonly kind: OutcomeKind;
  /** Worst first. */
  readonly failures: readonly JudgedFailure[];
  /** Why the check was skipped, which error occurred, or the reason of the waiver. */
  readonly reason?: string;
  readonly skipped?: SkipCause;
  readonly notes: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
}

/** What a run remembers of an outcome: not its requests, whose bodies may be large. */
export type OutcomeSummary = Pick<Outcome, 'check' | 'kind'> & {
  readonly failures: readonly Pick<JudgedFailure, 'kind' | 'key'>[];
};

/** The exit code of each verdict. 2 is for errors on the command line. */
export const exitCodes = { passed: 0, failed: 1, inconclusive: 3 } as const;

export type RunVerdict = keyof typeof exitCodes;

/** What a verdict depends on. */
export interface Judged {
  readonly checks: readonly {
    readonly basis: Basis;
    readonly kind: OutcomeKind;
    readonly skipped?: SkipCause;
  }[];
  readonly stopReason?: string | undefined;
  readonly withoutSuccess?: readonly string[];
  readonly noSuccess?: string | undefined;
  readonly gaps?: readonly Gap[];
}

/**
 * A run in which no operation succeeded is inconclusive, whatever failed: its requests may have reached something else. Any
 * other fails when a check failed. It is inconclusive when it stopped early, when no check ran, and when a check of the basis
 * `safety` or `shown` could not run because a fixture, an id, budget or time was missing, or an operation never succeeded,
 * or a whole schema cannot be used, unless `allowSkipped`.
 */
export function verdictOf(
  { checks, stopReason, withoutSuccess = [], noSuccess, gaps = [] }: Judged,
  allowSkipped = false,
): RunVerdict {
  const kinds = new Set(checks.map(({ kind }) => kind));
  if (noSuccess !== undefined) return 'inconclusive';
  if (kinds.has('failed')) return 'failed';
  if (stopReason !== undefined || kinds.has('error')) return 'inconclusive';
  if (checks.every(({ kind }) => kind === 'skipped')) return 'inconclusive';
  const isOpen =
    withoutSuccess.length > 0 ||
    gaps.some(isWhole) ||
    checks.some(({ basis, skipped }) => leavesVerdictOpen(basis, skipped));
  return !allowSkipped && isOpen ? 'inconclusive' : 'passed';
}

/** Whether a run that skipped a check of this basis for this cause cannot say that the server passed. */
export function leavesVerdictOpen(basis: Basis | undefined, cause: SkipCause | undefined): boolean {
  return cause === 'missing' && (basis === 'safety' || basis === 'shown');
}
