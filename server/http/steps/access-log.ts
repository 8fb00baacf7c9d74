import type { ServerResponse } from 'node:http';
import type { Incoming, Step } from '../incoming.ts';
import type { Log } from '../log.ts';

/**
 * Writes one line per request, once the response has left or the client has disconnected. The line names the operation, never
 * the request target, which may contain a secret that somebody typed into the wrong place.
 *
 * @param frequent operations that are called every few seconds: their lines have the level `debug`.
 */
export function accessLog(log: Log, frequent: readonly string[] = []): Step<Incoming, ServerResponse> {
  return (incoming, outgoing) => {
    outgoing.on('close', () => {
      const { traceId, method, operation, caller, startedAt } = incoming;
      const line = {
        traceId,
        method,
        operation: operation?.id,
        account: caller?.accountId,
        status: outgoing.statusCode,
        ms: Math.round(performance.now() - startedAt),
      };
      if (frequent.includes(line.operation ?? '')) log.debug(line, 'response sent');
      else if (outgoing.writableFinished) log.info(line, 'response sent');
      else log.info(line, 'client disconnected');
    });
    return undefined;
  };
}
