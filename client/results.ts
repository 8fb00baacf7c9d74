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

/** The result of a call whose request cannot be sent. */
export const notSent = <Id extends OperationId>(invalid: string) =>
  failed<Id>(`The request was not sent: the ${invalid} is not valid`, { reason: 'not_sent' });

/** The result of a call whose signal has aborted. */
export const aborted = <Id extends OperationId>(signal: AbortSignal | undefined) =>
  failed<Id>('The call was aborted', { reason: 'aborted' }, signal?.reason);
