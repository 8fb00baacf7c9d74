import type { Exchange } from './http/exchange.ts';
import type { Strength } from './strength.ts';

/** A rule that the server does not follow in one case, with the requests that show it. */
export interface Failure {
  /** What the rule asks, as a noun phrase or a value: `HTTP 401`, `a string`. Never a secret. */
  readonly expected: string;
  readonly got: string;
  /** The requests that show it, the telling one last. */
  readonly exchanges: readonly Exchange[];
  /** When weaker than the check's own: this case rests on less than the rule. */
  readonly strength?: Strength;
  /** When the case rests on something other than the rule's source. */
  readonly source?: string;
  /** Tells cases of one check apart between runs (baseline, SARIF); must not vary from run to run. */
  readonly key?: string;
  readonly note?: string;
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

/** Thrown by `skipCheck`: the check could not be run. */
export class CheckSkipped extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.name = 'CheckSkipped';
    this.reason = reason;
  }
}

/** Nothing can be tested: no such server, no login. Ends the run with exit code 3. */
export class CannotTestError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CannotTestError';
  }
}

export function fail(failure: Failure): never {
  throw new CheckFailure([failure]);
}

/** For a missing precondition that the rule does not name: the check neither passes nor fails. */
export function skipCheck(reason: string): never {
  throw new CheckSkipped(reason);
}

/**
 * `failed` fails the run; `differs` only with `--strict`; `observed` never. `waived` and `known` are failures that the
 * profile or the baseline accounts for. `error` is a bug in the check or the tool.
 */
export type OutcomeKind =
  | 'passed'
  | 'failed'
  | 'differs'
  | 'observed'
  | 'waived'
  | 'known'
  | 'skipped'
  | 'error';

/** A failure with what it comes to in this run, and the reason when the profile or the baseline accounts for it. */
export interface JudgedFailure extends Failure {
  readonly kind: 'failed' | 'differs' | 'observed' | 'waived' | 'known';
  readonly strength: Strength;
  readonly reason?: string;
}

export interface Outcome {
  readonly check: string;
  readonly kind: OutcomeKind;
  /** Worst first. */
  readonly failures: readonly JudgedFailure[];
  /** Why the check was skipped, which error occurred, or the reason of the waiver. */
  readonly reason?: string;
  readonly notes: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
}

/** 0 passed, 1 failed, 3 inconclusive. 2 is for errors on the command line. */
export function exitCode({
  outcomes,
  stopReason,
}: {
  readonly outcomes: readonly Outcome[];
  readonly stopReason: string | undefined;
}): 0 | 1 | 3 {
  const kinds = new Set(outcomes.map(({ kind }) => kind));
  if (kinds.has('failed')) return 1;
  if (stopReason !== undefined || kinds.has('error')) return 3;
  return outcomes.some(({ kind }) => kind !== 'skipped') ? 0 : 3;
}
