import type { RequestHandler } from 'express';
import { contextOf } from './context.ts';
import type { Log } from './log.ts';

/**
 * One line a request, when its answer has gone or its peer has. It names the operation, never the request target, which
 * may hold what somebody typed into the wrong place. Operations that are asked every few seconds can be left to `debug`.
 */
export function accessLog(log: Log, frequent: readonly string[] = []): RequestHandler {
  return (request, response, next) => {
    response.on('close', () => {
      const { traceId, operation, caller, startedAt } = contextOf(response);
      const line = {
        traceId,
        method: request.method,
        operation: operation?.id,
        account: caller?.accountId,
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
      };
      if (frequent.includes(line.operation ?? '')) log.debug(line, 'answered');
      else if (response.writableFinished) log.info(line, 'answered');
      else log.info(line, 'peer went away');
    });
    next();
  };
}
