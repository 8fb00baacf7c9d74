import type { ServerResponse } from 'node:http';
import type { Headers, Incoming, Step } from '../incoming.ts';
import type { Log } from '../log.ts';

/**
 * Writes one line per request, once the response has left or the client has disconnected. The line names the operation, never
 * the request target, which may contain a secret that somebody typed into the wrong place. A valid `traceparent` adds the id of
 * the client's trace.
 *
 * @param frequent operations that are called every few seconds: their lines have the level `debug`.
 */
export function accessLog(log: Log, frequent: readonly string[] = []): Step<Incoming, ServerResponse> {
  return (incoming, outgoing) => {
    outgoing.on('close', () => {
      const { traceId, message, method, operation, caller, startedAt } = incoming;
      const line = {
        traceId,
        traceparentTraceId: readTraceId(message.headers.traceparent),
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

// W3C Trace Context, 3.2.2. A later version may have more fields; version ff and ids of zeros are invalid.
const traceparent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

function readTraceId(header: Headers[string]): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, rest] = traceparent.exec(header) ?? [];
  return version === '00' && rest !== undefined ? undefined : traceId;
}
