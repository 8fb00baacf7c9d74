import type { ServerResponse } from 'node:http';
import type { Incoming, Step } from '../incoming.ts';

/** What metrics are made from. None of it is the client's text: operations and reasons are words of the contract. */
interface MeasuredRequest {
  /** `undefined` for a request that matches no operation, such as one for an unknown path. */
  readonly operation: string | undefined;
  /** `undefined` when the client disconnected before the response. */
  readonly status: number | undefined;
  /** Of a failure. */
  readonly reason: string | undefined;
  /** `undefined` for a request that could not be parsed: when it began is unknown. */
  readonly seconds: number | undefined;
}

export type ObserveRequest = (request: MeasuredRequest) => void;

/** Reports each request once, when the response has left or the client has disconnected. */
export function measure(observe: ObserveRequest): Step<Incoming, ServerResponse> {
  return (incoming, outgoing) => {
    outgoing.on('close', () => {
      const { operation, reason, startedAt } = incoming;
      observe({
        operation: operation?.id,
        status: outgoing.writableFinished ? outgoing.statusCode : undefined,
        reason,
        seconds: (performance.now() - startedAt) / 1000,
      });
    });
    return undefined;
  };
}
