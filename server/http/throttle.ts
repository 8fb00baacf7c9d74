import type { RequestHandler } from 'express';
import { addressOf } from './address.ts';
import { contextOf, matchedOperation } from './context.ts';
import type { OperationId } from './operation.ts';
import { Problem } from './problem.ts';

/** Counts a request; answers with the whole seconds to wait when it is one too many. */
export type CountRequest = (
  operation: OperationId,
  from: { readonly accountId: string | undefined; readonly address: string },
) => Promise<number | undefined>;

/** Refuses what comes too often, before its body is read: from one user, or where there is none yet from one address. */
export function throttle(countRequest: CountRequest): RequestHandler {
  return async (request, response, next) => {
    const { id } = matchedOperation(response);
    const accountId = contextOf(response).caller?.accountId;
    // Found in the public contract, whose ids are these.
    const retryAfter = await countRequest(id as OperationId, {
      accountId,
      // Worked out only for those who have no account yet.
      get address() {
        return addressOf(request);
      },
    });
    if (retryAfter !== undefined) throw new Problem('rate_limited', { retryAfter });
    next();
  };
}
