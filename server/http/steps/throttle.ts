import type { OperationId } from '../../operations/operation.ts';
import type { RequestQuota } from '../../security/throttle/throttle.ts';
import { operationOf, type Step } from '../incoming.ts';
import { Problem } from '../problem.ts';

/** Counts a request. `undefined` when there is no rate limit. */
export type CountRequest = (
  operation: OperationId,
  from: { readonly accountId: string | undefined; readonly address: string },
) => Promise<RequestQuota | undefined>;

/**
 * Rejects requests over the rate limit before their body is read. The limit is per user, or per address where the operation
 * requires no access token. Users see what is left of theirs in every later response (draft-ietf-httpapi-ratelimit-headers-10).
 */
export function throttle(countRequest: CountRequest): Step {
  return async (incoming, outgoing) => {
    // The operation was found in the public contract, whose ids these are.
    const id = operationOf(incoming).id as OperationId;
    const accountId = incoming.caller?.accountId;
    // Behind a proxy the address takes time to work out, and an account needs none.
    const address = accountId === undefined ? (incoming.message.ip ?? '') : '';
    const quota = await countRequest(id, { accountId, address });
    if (quota === undefined) return undefined;
    const { limit, windowSeconds, remaining, resetSeconds } = quota;
    // Not of an address, which strangers may share.
    if (accountId !== undefined) {
      outgoing.setHeader('RateLimit-Policy', `"${id}";q=${limit};w=${windowSeconds}`);
      outgoing.setHeader('RateLimit', `"${id}";r=${remaining};t=${resetSeconds}`);
    }
    if (quota.exceeded) throw new Problem('rate_limited', { retryAfter: resetSeconds });
    return undefined;
  };
}
