import type { components } from '../generated/types.ts';

/** What is wrong with a part of the request, and where, as a JSON Pointer. */
export type Fault = components['schemas']['ValidationError'];

/**
 * Why a call failed: a reason of the contract, or one of the client's own.
 * - `unexpected_response`: the answer is not an envelope (HTML, cut short, empty)
 * - `no_response`: there was no answer, or not all of it; `cause` is what `fetch` threw
 * - `timed_out`: there was no answer within the time-out of an attempt
 * - `aborted`: the caller's signal said so; `cause` is the signal's reason
 * - `not_sent`: no request could be made; look at `baseUrl` and at the access token
 *
 * Later versions of the contract may bring reasons, and `code_<code>` stands for a failure that names none: read `code`
 * for what you do not know.
 */
export type Reason =
  | components['schemas']['Reason']
  | 'unexpected_response'
  | 'no_response'
  | 'timed_out'
  | 'aborted'
  | 'not_sent'
  | (string & {});

/** What is known of a failure. */
export interface FailureDetails {
  readonly reason: Reason;
  /** HTTP status; `undefined` without an answer. */
  readonly status?: number | undefined;
  /** `status.code` of the envelope, else the HTTP status; `undefined` without an answer. */
  readonly code?: number | undefined;
  /** What an operator finds the request by; `undefined` without an envelope. */
  readonly traceId?: string | undefined;
  /** Seconds to wait before the next try, when the server says so. */
  readonly retryAfter?: number | undefined;
  /** What is wrong with the request, for `validation_failed`. */
  readonly faults?: readonly Fault[];
}

/** What went wrong with a call. Nothing in it comes from the request, so it may be logged. */
export class ApiFailure extends Error implements FailureDetails {
  declare readonly reason: Reason;
  declare readonly status: number | undefined;
  declare readonly code: number | undefined;
  declare readonly traceId: string | undefined;
  declare readonly retryAfter: number | undefined;
  declare readonly faults: readonly Fault[];

  static {
    // On the prototype, so that it is not listed beside the details of every failure.
    ApiFailure.prototype.name = 'ApiFailure';
  }

  constructor(message: string, details: FailureDetails, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    Object.assign(this, { faults: [], ...details });
  }
}

/** What came of a call: its payload, or why there is none. */
export type Result<Data> =
  | { readonly ok: true; readonly data: Data; readonly traceId: string }
  | { readonly ok: false; readonly failure: ApiFailure };

/** A result that is a failure, with what caused it where that says nothing secret. */
export function failed(
  message: string,
  details: FailureDetails,
  cause?: unknown,
): { readonly ok: false; readonly failure: ApiFailure } {
  return { ok: false, failure: new ApiFailure(message, details, cause) };
}
