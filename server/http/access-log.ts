import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { OperationId } from '../operations/operation.ts';
import { networkOf } from '../security/network-of.ts';
import type { Caller } from '../store/store.ts';

declare global {
  // biome-ignore lint/style/noNamespace: it is how Express types what a request collects on its way.
  namespace Express {
    interface Request {
      /** The target as the client sent it. */
      sentTarget: string;
    }

    interface Locals {
      traceId: string;
      /** By the clock of `performance`. */
      startedAt: number;
      operation?: OperationId;
      caller?: Caller;
      /** The account of a login. */
      account?: string | undefined;
      /** Why the request failed, as the response says it. */
      reason?: string;
      /** What the response does not say, for the log. */
      detail?: string | undefined;
      /** What was sent instead of the response, because the rest of its request could not be parsed. */
      replacedStatus?: number;
    }
  }
}

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** What the log and the metrics say of a request. All of it is words of the contract, ids, and numbers. */
export interface ServedRequest {
  readonly traceId: string;
  /** `undefined` for a request that matches no operation. */
  readonly operation: string | undefined;
  /** `undefined` when the client left before the response. */
  readonly status: number | undefined;
  /** Of a failure. */
  readonly reason: string | undefined;
  readonly seconds: number;
}

export type ObserveRequest = (request: ServedRequest) => void;

/**
 * Writes one line for each request, once the response has left or the client has disconnected. The line names the operation, never
 * the target, which may contain a secret in the wrong place. A valid `traceparent` adds the id of the client's trace.
 */
export function accessLog(log: Log, observe: ObserveRequest): RequestHandler {
  return (request, response, next) => {
    const { socket } = request;
    let isSent = false;
    // Node also emits it when the client has left: what it had not read is gone.
    response.once('finish', () => {
      isSent = !socket.destroyed;
    });
    response.once('close', () => {
      const served = describe(response, isSent);
      observe(served);
      const { seconds, ...line } = served;
      const { caller, detail } = response.locals;
      log.info(
        {
          ...line,
          method: request.method,
          account: caller?.accountId ?? response.locals.account,
          detail,
          client: served.operation === 'login' ? networkOf(request.ip ?? '') : undefined,
          traceparentTraceId: readTraceId(request.headers.traceparent),
          ms: Math.round(seconds * 1000),
        },
        isSent ? 'response sent' : 'client disconnected',
      );
    });
    next();
  };
}

function describe({ locals, statusCode }: Response, isSent: boolean): ServedRequest {
  return {
    traceId: locals.traceId,
    operation: locals.operation,
    status: isSent ? (locals.replacedStatus ?? statusCode) : undefined,
    reason: locals.reason,
    seconds: (performance.now() - locals.startedAt) / 1000,
  };
}

// W3C Trace Context, 3.2.2. A later version may have more fields; version ff and ids of zeros are invalid.
const traceparent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

function readTraceId(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, rest] = traceparent.exec(header) ?? [];
  return version === '00' && rest !== undefined ? undefined : traceId;
}
