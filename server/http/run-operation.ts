import type { Caller, Data, Input, OperationId } from '../operations/operation.ts';
import type { RequestQuota } from '../security/throttle/throttle.ts';
import {
  type Context,
  type Headers,
  type HttpResponse,
  type MatchedOperation,
  operationOf,
  type Step,
} from './context.ts';
import { Problem } from './problem.ts';

/** The user to whom an access token belongs, or `undefined` when the token is not, or no longer, valid. */
export type FindCaller<Of extends Context = Context> = (
  token: string,
  context: Of,
) => Promise<Caller | undefined>;

export function authenticate<Of extends Context>(findCaller: FindCaller<Of>): Step<Of> {
  return (context) => {
    const { security = [] } = operationOf(context).object;
    return security.length > 0 ? setCaller(context, findCaller) : undefined;
  };
}

async function setCaller<Of extends Context>(
  context: Of,
  findCaller: FindCaller<Of>,
): Promise<undefined> {
  context.caller = await findCaller(readBearer(context.request.headers.authorization), context);
  if (context.caller === undefined) throw new Problem('token_invalid');
}

/** The token after `Bearer ` (RFC 6750, 2.1 and RFC 9110, 11.1: the scheme in any case). @throws Problem token_missing */
export function readBearer(header: string | undefined): string {
  const [, token] = /^bearer(?: (.*))?$/is.exec(header ?? '') ?? [];
  if (token === undefined) throw new Problem('token_missing');
  return token;
}

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
  return async (context, response) => {
    // The operation was found in the public contract, whose ids these are.
    const id = operationOf(context).id as OperationId;
    const accountId = context.caller?.accountId;
    // Behind a proxy the address takes time to work out, and an account needs none.
    const address = accountId === undefined ? (context.request.ip ?? '') : '';
    const quota = await countRequest(id, { accountId, address });
    if (quota === undefined) return undefined;
    const { limit, windowSeconds, remaining, resetSeconds } = quota;
    // Not of an address, which strangers may share.
    if (accountId !== undefined) {
      response.setHeader('RateLimit-Policy', `"${id}";q=${limit};w=${windowSeconds}`);
      response.setHeader('RateLimit', `"${id}";r=${remaining};t=${resetSeconds}`);
    }
    if (quota.exceeded) throw new Problem('rate_limited', { retryAfter: resetSeconds });
    return undefined;
  };
}

export type Handlers = { readonly [Id in OperationId]: (input: Input<Id>) => Promise<Data<Id>> };

export function runOperation(handlers: Handlers): Step {
  return async (context, response) => {
    const { id } = operationOf(context);
    // The router found the id in the document that the handlers are typed by, and `validate` has checked the input.
    const handle = handlers[id as OperationId] as (input: unknown) => Promise<object>;
    context.data = await handle(new OperationInput(context, response));
    return undefined;
  };
}

// A class, because a getter in an object literal leaves garbage for each request that only a full collection removes.
class OperationInput {
  readonly body: unknown;
  readonly path: MatchedOperation['path'];
  readonly headers: Headers;
  readonly traceId: string;
  readonly setHeader: (name: string, value: string) => void;
  readonly #context: Context;

  constructor(context: Context, response: HttpResponse) {
    this.body = context.body;
    this.path = operationOf(context).path;
    this.headers = context.request.headers;
    this.traceId = context.traceId;
    this.setHeader = (name, value) => response.setHeader(name, value);
    this.#context = context;
  }

  // Behind a proxy the address takes time to work out, and few operations need it.
  get address() {
    return this.#context.request.ip ?? '';
  }

  get caller() {
    const { caller } = this.#context;
    if (caller === undefined) throw new Problem('token_missing');
    return caller;
  }
}
