import type { CheckContext, CompletedExchange, Cost } from '../check.ts';
import type { Strength } from '../strength.ts';
import type { Operation } from './model/operation.ts';
import type { SecurityScheme } from './model/security.ts';
import type { RequestValues } from './values/request-values.ts';

/** What may be wrong, for `strengthOf`. */
export interface Finding {
  /** The part of the check's id between `document/` and the operation: `answer-schema`, `broken-body`. */
  readonly rule: string;
  readonly operation: string;
  /** Of the answer. */
  readonly status?: number;
  /** Of the schema that was broken, by the answer or on purpose by the request. */
  readonly keyword?: string;
  readonly instancePath?: string;
  /** The `x-decision` that the broken part of the document carries or lies under. */
  readonly decision?: string;
  /** A case of the rule, such as `no-scheme` of credentials. */
  readonly variant?: string;
}

/** What whoever knows the service adds to what the document says. All of it may be left out. */
export interface DocumentOptions {
  /** A working credential for a scheme, at the start of each check that needs one; `user:password` for basic. */
  credential?(scheme: SecurityScheme, context: CheckContext): Promise<string | undefined>;
  /** Values of a request that the server accepts now: credentials of a fixture, the id of a fresh thing. */
  accepted?(operation: Operation, context: CheckContext): Promise<Partial<RequestValues> | undefined>;
  /** The status an answer stands for, when HTTP 200 may carry a failure. */
  effectiveStatus?(exchange: CompletedExchange): number;
  /**
   * What a finding rests on; undefined: the usual. The usual is the rule's own strength, and `decided` under an
   * `x-decision`. A check only ever gets weaker by it.
   */
  strengthOf?(finding: Finding): Strength | undefined;
  /**
   * What one request that may be taken costs, and whether checks of the operation may run beside others: by default those
   * may that need no hook for their credentials and no login.
   */
  cost?(operation: Operation): Cost;
  parallel?(operation: Operation): boolean;
  /** Generated requests per operation; 0 turns fuzzing off. */
  readonly fuzzRuns?: number;
  /** Runs after these stages of other suites. */
  readonly stage?: number;
}
