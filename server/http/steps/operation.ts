import type { Data, Input, OperationId } from '../../operations/operation.ts';
import { type Headers, type Incoming, type MatchedOperation, operationOf, type Step } from '../incoming.ts';
import { Problem } from '../problem.ts';

/** The operations of the contract, each with what it needs. */
export type Handlers = { readonly [Id in OperationId]: (input: Input<Id>) => Promise<Data<Id>> };

/** Calls the operation that was matched, with what the earlier steps have read and checked. */
export function operation(handlers: Handlers): Step {
  return async (incoming) => {
    const { id } = operationOf(incoming);
    // `match` found the id in the document that the handlers are typed by, and `validate` has checked the input.
    const handle = handlers[id as OperationId] as (input: unknown) => Promise<object>;
    incoming.data = await handle(new OperationInput(incoming));
    return undefined;
  };
}

// A class, because a getter in an object literal leaves garbage for each request that only a full collection removes.
class OperationInput {
  readonly body: unknown;
  readonly path: MatchedOperation['path'];
  readonly headers: Headers;
  readonly traceId: string;
  readonly #incoming: Incoming;

  constructor(incoming: Incoming) {
    this.body = incoming.body;
    this.path = operationOf(incoming).path;
    this.headers = incoming.message.headers;
    this.traceId = incoming.traceId;
    this.#incoming = incoming;
  }

  // Behind a proxy the address takes time to work out, and few operations need it.
  get address() {
    return this.#incoming.message.ip ?? '';
  }

  get caller() {
    const { caller } = this.#incoming;
    if (caller === undefined) throw new Problem('token_missing');
    return caller;
  }
}
