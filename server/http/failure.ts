import type { ErrorRequestHandler } from 'express';
import { ForbiddenAnswer } from './checks.ts';
import { contextOf } from './context.ts';
import { envelopeFormat, sendProblem } from './envelope.ts';
import type { Log } from './log.ts';
import { Problem } from './problem.ts';

/** Step 5, for failures: whatever was thrown becomes an envelope. `isOutage` tells a store that is away from a bug. */
export function failure(
  log: Log,
  isOutage: (error: unknown) => boolean,
  format = envelopeFormat,
): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const { traceId } = contextOf(response);
    if (response.headersSent) {
      log.error({ traceId, err: error }, 'failed after the answer had begun');
      request.socket.destroy();
      return;
    }
    const problem = toProblem(error, isOutage);
    if (error instanceof ForbiddenAnswer) tell(error, traceId);
    else if (problem.code >= 500) log.error({ traceId, err: error }, problem.message);
    try {
      sendProblem(response, problem, format);
    } catch (forbidden) {
      if (!(forbidden instanceof ForbiddenAnswer)) throw forbidden;
      tell(forbidden, traceId);
      // Whatever the contract says of it: there is nothing left to answer with instead.
      sendProblem(response, new Problem('internal_error'), format, () => {});
    }
  };

  function tell({ faults, message }: ForbiddenAnswer, traceId: string): void {
    log.error({ traceId, faults }, message);
  }
}

function toProblem(error: unknown, isOutage: (error: unknown) => boolean): Problem {
  if (error instanceof Problem) return error;
  return new Problem(isOutage(error) ? 'unavailable' : 'internal_error', { cause: error });
}
