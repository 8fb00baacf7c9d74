import type { RequestHandler } from 'express';
import { contextOf, matchedOperation } from './context.ts';
import type { Caller } from './operation.ts';
import { Problem } from './problem.ts';

/** Who an access token speaks for, or `undefined` when it is not (or no longer) one. */
export type FindCaller = (token: string) => Promise<Caller | undefined>;

/** Step 3: turns the bearer credential into a caller, for the operations whose `security` asks for it. */
export function authenticate(findCaller: FindCaller): RequestHandler {
  return async (request, response, next) => {
    const { security = [] } = matchedOperation(response).object;
    if (security.length > 0) {
      const token = readBearer(request.headers.authorization);
      const caller = await findCaller(token);
      if (caller === undefined) throw new Problem('token_invalid');
      contextOf(response).caller = caller;
    }
    next();
  };
}

/** What stands behind `Bearer ` (RFC 6750, 2.1 and RFC 9110, 11.1: the scheme in any case). @throws Problem token_missing */
export function readBearer(header: string | undefined): string {
  const [, token] = /^bearer(?: (.*))?$/is.exec(header ?? '') ?? [];
  if (token === undefined) throw new Problem('token_missing');
  return token;
}
