import type { Data, Input, OperationId } from '../../operations/operation.ts';
import { type Incoming, operationOf, type Step } from '../incoming.ts';
import { Problem } from '../problem.ts';

/** The operations of the contract, each with what it needs. */
export type Handlers = { readonly [Id in OperationId]: (input: Input<Id>) => Promise<Data<Id>> };

/** Calls the operation that was matched, with what the earlier steps have read and checked. */
export function operation(handlers: Handlers): Step {
  return async (incoming) => {
    const { id } = operationOf(incoming);
    // `match` found the id in the document that the handlers are typed by, and `validate` has checked the input.
    const handle = handlers[id as OperationId] as (input: unknown) => Promise<object>;
    incoming.data = await handle(inputOf(incoming));
    return undefined;
  };
}

function inputOf(incoming: Incoming) {
  const { body, caller, message, traceId } = incoming;
  return {
    body,
    path: operationOf(incoming).path,
    headers: message.headers,
    traceId,
    // Behind a proxy the address takes time to work out, and few operations need it.
    get address() {
      return message.ip ?? '';
    },
    get caller() {
      if (caller === undefined) throw new Problem('token_missing');
      return caller;
    },
  };
}
