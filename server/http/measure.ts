import type { RequestHandler } from 'express';
import { contextOf } from './context.ts';

/** What metrics are made from. None of it is the caller's: an operation and a reason are words of the contract. */
export interface MeasuredRequest {
  /** `undefined` for what is no operation, such as an unknown path. */
  readonly operation: string | undefined;
  /** `undefined` when the peer went away before its answer. */
  readonly status: number | undefined;
  /** Of a failure. */
  readonly reason: string | undefined;
  /** `undefined` for what could not be parsed: nobody knows when it began. */
  readonly seconds: number | undefined;
}

export type ObserveRequest = (request: MeasuredRequest) => void;

/** Tells of each request once, when its answer has gone or its peer has. */
export function measure(observe: ObserveRequest): RequestHandler {
  return (_request, response, next) => {
    response.on('close', () => {
      const { operation, reason, startedAt } = contextOf(response);
      observe({
        operation: operation?.id,
        status: response.writableFinished ? response.statusCode : undefined,
        reason,
        seconds: (performance.now() - startedAt) / 1000,
      });
    });
    next();
  };
}
