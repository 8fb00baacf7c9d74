import type { CompletedExchange } from '../../../check.ts';
import { isJsonObject } from '../../../document/model/pointer.ts';
import type { Failure } from '../../../outcome.ts';
import { describeResponse, envelopeOf } from './service-response.ts';

// Headers that differ between any two responses, or depend on the time and the number of requests.
const varying =
  /^(date|content-length|age|etag|connection|keep-alive|server-timing|set-cookie|x-runtime|.*(trace|request|correlation)-?id.*|traceparent|.*rate-?limit.*|cf-ray|via|x-response-time)$/i;

/** Fails unless both responses have the same status, headers and body. Ignores trace id and latency. */
export function mustMatch(
  one: CompletedExchange,
  other: CompletedExchange,
  key?: string,
): Failure | undefined {
  const seen = [describe(one), describe(other)] as const;
  if (JSON.stringify(seen[0]) === JSON.stringify(seen[1])) return undefined;
  const part = (['status', 'body', 'headers'] as const).find(
    (name) => JSON.stringify(seen[0][name]) !== JSON.stringify(seen[1][name]),
  );
  return {
    expected: 'the same response to both requests',
    got: `a different ${part}: ${describeResponse(one)}; ${describeResponse(other)}`,
    exchanges: [one, other],
    ...(key !== undefined && { key }),
  };
}

function describe(exchange: CompletedExchange) {
  const { response } = exchange;
  const envelope = envelopeOf(exchange);
  const { usage: _, ...rest } = envelope ?? {};
  const status = isJsonObject(rest.status) ? { ...rest.status, trace_id: undefined } : rest.status;
  return {
    status: response.status,
    body: envelope === undefined ? response.text : { ...rest, status },
    headers: response.headers
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .filter((line) => !varying.test(line.slice(0, line.indexOf(':'))))
      .sort(),
  };
}
