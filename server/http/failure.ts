import type { ErrorRequestHandler } from 'express';
import { contextOf } from './context.ts';
import { envelopeFormat, sendProblem } from './envelope.ts';
import type { Log } from './log.ts';
import { Problem } from './problem.ts';
import { readValidationError } from './validation.ts';

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
    if (problem.code >= 500) log.error({ traceId, err: error }, problem.message);
    sendProblem(response, problem, format);
  };
}

function toProblem(error: unknown, isOutage: (error: unknown) => boolean): Problem {
  if (error instanceof Problem) return error;
  return (
    readValidationError(error) ??
    new Problem(isOutage(error) ? 'unavailable' : 'internal_error', { cause: error })
  );
}
