import type { RequestHandler } from 'express';
import { addressOf } from './address.ts';
import { contextOf, matchedOperation } from './context.ts';
import { sendData } from './envelope.ts';
import type { Data, Input, OperationId } from './operation.ts';
import { Problem } from './problem.ts';

export type Handlers = { readonly [Id in OperationId]: (input: Input<Id>) => Promise<Data<Id>> };

/** Step 4: calls the operation that was matched, with what the steps before have read and checked. */
export function route(handlers: Handlers): RequestHandler {
  return async (request, response) => {
    const { id, path } = matchedOperation(response);
    const { caller, traceId } = contextOf(response);
    const input = {
      body: request.body,
      path,
      get address() {
        return addressOf(request);
      },
      traceId,
      get caller() {
        if (caller === undefined) throw new Problem('token_missing');
        return caller;
      },
    };
    // The validator has held body and path against the schemas that the input types are made from.
    // The registry is typed by the same document as `id` comes from: an operation that it lacks does not compile.
    const handle = handlers[id as OperationId] as (input: unknown) => Promise<object>;
    sendData(response, await handle(input));
  };
}
