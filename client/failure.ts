import type { OperationId, operations, Reason, ValidationError } from '../generated/contract.ts';

/**
 * These are the client's own:
 *
 * - `unexpected_response`: the response is not a valid envelope (HTML, cut short, a redirect) or lacks a field;
 *   the message says what is wrong
 * - `no_response`: no response came, or it was cut off and `status` is its status; `cause` is what `fetch` threw
 * - `timed_out`: no response within `timeout`, within what was left of `totalTimeout`, or before `AbortSignal.timeout`
 * - `aborted`: the caller's signal aborted; `cause` is the signal's reason
 * - `not_sent`: the access token, the `idempotencyKey`, the id, the body or a header is not valid, or the token store failed; the
 *   message names it
 */
export type ClientReason =
  | 'unexpected_response'
  | 'no_response'
  | 'timed_out'
  | 'aborted'
  | 'not_sent';

// A string that no text in a program is comparable with: with a branded `string`, misspelt reasons would compile.
declare enum Unlisted {
  reason = 'a reason that this version does not know',
}

/**
 * Later versions of the service may send reasons that this version of the client does not know; a failure without a reason has
 * `code_<code>`. Look at `code` for these. A `switch` that ends like this one does not compile when a case is missing.
 * @example
 * switch (failure.reason) {
 *   case 'key_not_found': // and every other reason of the operation
 *     break;
 *   default:
 *     failure.reason satisfies UnknownReason;
 *     console.error(failure.code, failure.message);
 * }
 */
export type UnknownReason = `code_${number}` | Unlisted;

type ReasonOf<Id extends OperationId> = (typeof operations)[Id]['failures'][number];

/**
 * Why a call of these operations failed: a reason of the operation, one that the server sends before it knows the operation,
 * one of the client's own, or an unknown one. A reason of another operation or a misspelt one does not compile.
 */
export type FailureReason<Id extends OperationId = OperationId> =
  | Extract<ReasonOf<Id>, Reason>
  | Exclude<Reason, ReasonOf<OperationId>>
  | ClientReason
  | UnknownReason;

/**
 * A method throws an `ApiFailure` when the call fails. It contains nothing from the request, so it is safe to log.
 * @example
 * try {
 *   await client.revokeApiKey(id);
 * } catch (error) {
 *   if (!(error instanceof ApiFailure && error.reason === 'key_not_found')) throw error;
 *   console.log('There is no such key', error.traceId);
 * }
 */
export class ApiFailure extends Error {
  /** Why the call failed. */
  declare readonly reason: FailureReason;
  /** HTTP status; `undefined` without a response. */
  declare readonly status: number | undefined;
  /** `status.code` of the envelope, or the HTTP status without an envelope; `undefined` without a response. */
  declare readonly code: number | undefined;
  /** Identifies the request in the logs of the service; `undefined` without an envelope. */
  declare readonly traceId: string | undefined;
  /** Seconds to wait before the next attempt, if the server sent `Retry-After`. */
  declare readonly retryAfter: number | undefined;
  /** The invalid fields of the request, for the reason `validation_failed`. */
  declare readonly errors: readonly ValidationError[];

  static {
    // On the prototype, so that logs do not list it with the details of every failure.
    ApiFailure.prototype.name = 'ApiFailure';
  }

  constructor(message: string, details: FailureDetails, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    Object.assign(this, { errors: [], ...details });
  }
}

/** The details of a failure, as the constructor of `ApiFailure` takes them. */
export type FailureDetails = Pick<ApiFailure, 'reason'> & Partial<Omit<ApiFailure, keyof Error>>;

/** The failure of certain operations: its `reason` is one that they can return. */
export interface OperationFailure<Id extends OperationId> extends ApiFailure {
  /** Why the call failed. */
  readonly reason: FailureReason<Id>;
}

/** The data of a call that succeeded, and its response. */
export interface Success<Data> {
  readonly ok: true;
  readonly data: Data;
  /** HTTP status. */
  readonly status: number;
  /** Headers of the response. In a browser, only those that the server exposes to pages. */
  readonly headers: Headers;
  /** Identifies the request in the logs of the service; `undefined` if the response has none. */
  readonly traceId: string | undefined;
}

/** The outcome of a call: its data, or why it failed. */
export type Result<Data, Id extends OperationId = OperationId> =
  | Success<Data>
  | { readonly ok: false; readonly failure: OperationFailure<Id> };
