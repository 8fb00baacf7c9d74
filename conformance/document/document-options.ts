import type { Basis } from '../basis.ts';
import type { CheckContext, CompletedExchange, Cost } from '../check.ts';
import type { Operation } from './model/operation.ts';
import type { SecurityScheme } from './model/security.ts';
import type { RequestValues } from './values/request-values.ts';

/** What is wrong, for `basisOf`. */
export interface Finding {
  /** The part of the check's id between `document/` and the operation: `response-schema`, `invalid-body`. */
  readonly rule: string;
  readonly operation: string;
  /** Of the response. */
  readonly status?: number;
  /** The keyword of the schema that the response violates, or the request violates on purpose. */
  readonly keyword?: string;
  readonly instancePath?: string;
  /** The `x-decision` of that part of the document, or of a part that contains it. */
  readonly decision?: string;
  /** A case of the rule, such as `no-scheme` of credentials. */
  readonly variant?: string;
}

/** What the author of a suite knows about a service beyond its document. Everything is optional. */
export interface DocumentOptions {
  /** Returns a valid credential for a scheme, for each check that needs one. `user:password` for basic. */
  credential?(scheme: SecurityScheme, context: CheckContext): Promise<string | undefined>;
  /** Returns values of a request that the server accepts now: credentials of a fixture, the id of a new resource. */
  accepted?(operation: Operation, context: CheckContext): Promise<Partial<RequestValues> | undefined>;
  /** Returns the status that a response means, when HTTP 200 may carry a failure. */
  effectiveStatus?(exchange: CompletedExchange): number;
  /**
   * Returns the basis of a finding. Undefined means the default: the check's own basis, or `decided` under an
   * `x-decision`. This can only make a check weaker.
   */
  basisOf?(finding: Finding): Basis | undefined;
  /**
   * Returns the cost of one request that the server may accept. Checks of an operation that needs no login run in parallel,
   * unless `credential` is set.
   */
  cost?(operation: Operation): Cost;
  /**
   * The most requests that a check generates for an operation, at least 1.
   * @default 30 random ones, and every variation of a body
   */
  readonly maxExamples?: number;
  /** Checks of a lower stage run first, also those of other suites. @default 0 */
  readonly stage?: number;
}
