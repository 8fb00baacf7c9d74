import type { OperationId } from '../generated/contract.ts';
import { ApiFailure, type FailureDetails, type OperationFailure } from './failure.ts';

/** Makes a failed result. The `cause` must not contain secrets. */
export function failed<Id extends OperationId>(
  message: string,
  details: FailureDetails,
  cause?: unknown,
) {
  // The contract says which reasons an operation returns; any other reason is an `UnknownReason`.
  const failure = new ApiFailure(message, details, cause) as OperationFailure<Id>;
  return { ok: false, failure } as const;
}

/** The result of a call whose request cannot be sent. The problem names the part, without its value. */
export const notSent = <Id extends OperationId>(problem: string) =>
  failed<Id>(`The request was not sent: ${problem}`, { reason: 'not_sent' });

/** The result of a call whose signal has aborted, or was one of `AbortSignal.timeout`. */
export function aborted<Id extends OperationId>(signal: AbortSignal | undefined) {
  const cause: unknown = signal?.reason;
  return Object(cause).name === 'TimeoutError'
    ? failed<Id>('The signal of the call timed out', { reason: 'timed_out' }, cause)
    : failed<Id>('The call was aborted', { reason: 'aborted' }, cause);
}
