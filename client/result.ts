import type { components } from '../generated/types.ts';

export type Reason = components['schemas']['Reason'];
export type Fault = components['schemas']['ValidationError'];

/**
 * Why a call failed.
 * - a reason of the contract, or one that a later version of it brought: read `code` for what you do not know
 * - `unexpected_response`: the answer is not an envelope (HTML, cut short, empty); `cause` says more where it can
 * - `no_response`: there was no answer; `cause` is what `fetch` threw
 */
export interface Failure {
  readonly reason: Reason | 'unexpected_response' | 'no_response' | (string & {});
  readonly message: string;
  /** `status.code` of the envelope, else the HTTP status; `undefined` without an answer. */
  readonly code: number | undefined;
  readonly traceId: string | undefined;
  /** Seconds to wait before the next try, when the server says so. */
  readonly retryAfter: number | undefined;
  /** What is wrong with the request, for `validation_failed`. */
  readonly faults: readonly Fault[];
  readonly cause?: unknown;
}

export type Result<Data> =
  | { readonly ok: true; readonly data: Data; readonly traceId: string }
  | { readonly ok: false; readonly failure: Failure };
