import type { ServerResponse } from 'node:http';
import { InvalidResponseError } from '../contract/validate-response.ts';
import type { Incoming } from '../incoming.ts';
import type { Log } from '../log.ts';
import { Problem } from '../problem.ts';
import { envelopeFormat, sendProblem } from './envelope.ts';

/**
 * Turns whatever a step throws into a failure response.
 *
 * @param isOutage whether an error means that the store is unavailable, and is not a bug.
 */
export function failure(
  log: Log,
  isOutage: (error: unknown) => boolean,
  format = envelopeFormat,
): (error: unknown, incoming: Incoming, outgoing: ServerResponse) => void {
  return (error, incoming, outgoing) => {
    const { traceId } = incoming;
    if (outgoing.headersSent) {
      log.error({ traceId, err: error }, 'failed after the response had begun');
      outgoing.req.socket.destroy();
      return;
    }
    const problem = toProblem(error, isOutage);
    if (error instanceof InvalidResponseError) report(error, traceId);
    // A step that throws a `Problem` expects it: the access log says enough.
    else if (problem.code >= 500 && problem !== error) log.error({ traceId, err: error }, problem.message);
    try {
      sendProblem(incoming, outgoing, problem, format);
    } catch (invalid) {
      if (!(invalid instanceof InvalidResponseError)) throw invalid;
      report(invalid, traceId);
      // Sent without a check: there is no other response left to send.
      sendProblem(incoming, outgoing, new Problem('internal_error'), format, () => {});
    }
  };

  function report({ invalidValues, message }: InvalidResponseError, traceId: string): void {
    log.error({ traceId, invalidValues }, message);
  }
}

function toProblem(error: unknown, isOutage: (error: unknown) => boolean): Problem {
  if (error instanceof Problem) return error;
  return new Problem(isOutage(error) ? 'unavailable' : 'internal_error', { cause: error });
}
