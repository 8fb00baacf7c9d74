import type { CheckContext, Clock, Rule } from '../check.ts';
import type { Gap } from '../gap.ts';
import type { Request } from '../http/request.ts';
import type { Learned } from '../learned.ts';
import type { Outcome } from '../outcome.ts';
import type { RunnableSuite } from '../suite.ts';
import type { OperationCoverage } from './coverage.ts';
import type { KnownFailure } from './judge.ts';
import type { Selection } from './select-checks.ts';

export interface RunOptions
  extends Selection,
    Pick<CheckContext, 'target' | 'profile' | 'secrets' | 'seed'> {
  /** Suites share the target, the budget and the clock. Each prepares its own context. */
  readonly suites: readonly RunnableSuite[];
  /** Rules that rest on a decision fail too. @default false */
  readonly strict?: boolean;
  /** What HTTP demands of the layer below an application fails too, instead of a warning. @default false */
  readonly wire?: boolean;
  /** Milliseconds in which each response must be complete. @default the time-out of the target */
  readonly maxResponseMs?: number;
  /** Skips all other checks after the first failure. @default false */
  readonly failFast?: boolean;
  /** Sends DELETE, PUT and PATCH also for what this run did not create, and uses up rate and key limits. @default false */
  readonly destructive?: boolean;
  /** Sends only GET, HEAD, OPTIONS and QUERY. @default false */
  readonly readOnly?: boolean;
  /** Goes on with other values, round after round, until `maxTimeMs` is used up. @default false */
  readonly thorough?: boolean;
  /** Sends generated requests. @default true */
  readonly fuzz?: boolean;
  /** Ends the run at once. Its reason is a `RunStopped`. @default none */
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole run. Checks that have not run by then are skipped. @default 300000 */
  readonly maxTimeMs?: number;
  /** The target has its own clock. @default the system clock */
  readonly clock?: Clock;
  /** Stops at the first request that does not reach the server, not at the fifth. @default false */
  readonly bailOnUnreachable?: boolean;
  /** The baseline: failures that do not fail the run. @default none */
  readonly known?: readonly KnownFailure[];
  readonly onEvent?: (event: RunEvent) => void;
}

/** What a run says of itself while it goes on. Its journal keeps what a report needs. */
export type RunEvent =
  | RunStart
  | { readonly type: 'checking'; readonly rule: Rule }
  | { readonly type: 'outcome'; readonly rule: Rule; readonly outcome: Outcome }
  | { readonly type: 'waiting'; readonly seconds: number; readonly reason: string }
  | ProgressEvent
  | GapEvent
  | MadeEvent
  | RunEnd;

/** Twice a second, what a report shows of a run that does not end. */
export interface ProgressEvent {
  readonly type: 'progress';
  readonly requests: number;
  /** Of the operations that were called since. */
  readonly coverage: readonly OperationCoverage[];
}

/** What the documents of the suites leave open, so that no check judges it. A later event about the same part replaces it. */
export interface GapEvent {
  readonly type: 'gap';
  readonly gap: Gap;
}

export type MadeEvent =
  | { readonly type: 'made'; readonly resource: string; readonly undo: Request | undefined }
  | { readonly type: 'gone'; readonly resource: string };

export interface RunStart {
  readonly type: 'started';
  /** Every selected rule, in the order of the report. */
  readonly rules: readonly Rule[];
  /** Whether checks were left out by choice. */
  readonly isPartial: boolean;
}

/** The rounds of `thorough` after the first. */
export interface ExtraRounds {
  readonly rounds: number;
  readonly durationMs: number;
  /** The failures that the first round had not shown. */
  readonly failures: number;
}

export interface RunEnd {
  readonly type: 'ended';
  readonly durationMs: number;
  readonly requests: number;
  readonly coverage: readonly OperationCoverage[];
  /** Operations that the run called and that never succeeded, where it passes only if they do. */
  readonly withoutSuccess: readonly string[];
  /** Why the run says nothing about the server, where no operation succeeded. */
  readonly noSuccess?: string | undefined;
  readonly learned: readonly Learned[];
  /** Entries of the baseline that excused nothing although their checks ran. */
  readonly stale: readonly KnownFailure[];
  /** What came of the time that was left after the first round, where it was used. */
  readonly extra?: ExtraRounds | undefined;
  /** What the run left behind on the server. */
  readonly leftovers: readonly string[];
  /** Why nothing, or no more, could be tested. */
  readonly stopReason: string | undefined;
  /** The first requests to which the server stopped responding, as shell commands that send them again, secrets masked. */
  readonly lostRequests: readonly string[];
}
