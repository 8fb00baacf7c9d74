import type { Reason, ValidationError } from '../generated/contract.ts';

/**
 * Why a call failed: a reason from the contract, or one of the client's own.
 * - `unexpected_response`: the response is not a valid envelope (HTML, cut short, empty)
 * - `no_response`: no response came, or only a part of it; `cause` is what `fetch` threw
 * - `timed_out`: no response within the time limit of an attempt
 * - `aborted`: the caller's signal aborted; `cause` is the signal's reason
 * - `not_sent`: the request could not be sent; check `baseUrl`, the access token and the `idempotencyKey`
 *
 * Later versions of the contract may add reasons. `code_<code>` stands for a failure without a reason. For a reason that
 * you don't know, look at `code`.
 */
export type FailureReason =
  | Reason
  | 'unexpected_response'
  | 'no_response'
  | 'timed_out'
  | 'aborted'
  | 'not_sent'
  | (string & {});

/** The details of a failure. */
export interface FailureDetails {
  readonly reason: FailureReason;
  /** HTTP status; `undefined` without a response. */
  readonly status?: number | undefined;
  /** `status.code` of the envelope, or the HTTP status without an envelope; `undefined` without a response. */
  readonly code?: number | undefined;
  /** Identifies the request in the logs of the service; `undefined` without an envelope. */
  readonly traceId?: string | undefined;
  /** Seconds to wait before the next attempt, if the server sent `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /**
   * The invalid fields of the request, for the reason `validation_failed`.
   * @default []
   */
  readonly errors?: readonly ValidationError[];
}

/**
 * Why a call failed. It contains nothing from the request, so it is safe to log.
 * @example
 * try {
 *   await client.revokeApiKey(id);
 * } catch (error) {
 *   if (!(error instanceof ApiFailure && error.reason === 'key_not_found')) throw error;
 * }
 */
export class ApiFailure extends Error implements FailureDetails {
  declare readonly reason: FailureReason;
  declare readonly status: number | undefined;
  declare readonly code: number | undefined;
  declare readonly traceId: string | undefined;
  declare readonly retryAfter: number | undefined;
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

/** The outcome of a call: its data, or why it failed. */
export type Result<Data> =
  | { readonly ok: true; readonly data: Data; readonly traceId: string }
  | { readonly ok: false; readonly failure: ApiFailure };

/** Makes a failed result. The `cause` must not contain secrets. */
export function failed(
  message: string,
  details: FailureDetails,
  cause?: unknown,
): { readonly ok: false; readonly failure: ApiFailure } {
  return { ok: false, failure: new ApiFailure(message, details, cause) };
}

/** The result of a call whose signal has aborted. */
export const aborted = (signal: AbortSignal | undefined) =>
  failed('The call was aborted', { reason: 'aborted' }, signal?.reason);
