import type { OperationId } from '../../operations/operation.ts';
import { operationOf, type Step } from '../incoming.ts';
import { Problem } from '../problem.ts';

/** Counts a request. Returns the whole seconds to wait when the request is over the limit. */
export type CountRequest = (
  operation: OperationId,
  from: { readonly accountId: string | undefined; readonly address: string },
) => Promise<number | undefined>;

/**
 * Rejects requests over the rate limit before their body is read. The limit is per user, or per address where the operation
 * requires no access token.
 */
export function throttle(countRequest: CountRequest): Step {
  return async (incoming) => {
    // The operation was found in the public contract, whose ids these are.
    const id = operationOf(incoming).id as OperationId;
    const accountId = incoming.caller?.accountId;
    // Behind a proxy the address takes time to work out, and an account needs none.
    const address = accountId === undefined ? (incoming.message.ip ?? '') : '';
    const retryAfter = await countRequest(id, { accountId, address });
    if (retryAfter !== undefined) throw new Problem('rate_limited', { retryAfter });
    return undefined;
  };
}
