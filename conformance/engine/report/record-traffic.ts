import type { Exchange, SentRequest } from '../http/exchange.ts';
import type { Target } from '../http/target.ts';

/** What a HAR file needs of an exchange. An exchange itself holds its bodies several times. */
export type RecordedExchange = ReturnType<typeof recordExchange>;

export type RecordedBody = ReturnType<typeof bodyOf>;
export type Recording = Traffic<RecordedExchange>;

/** The last exchanges of a run. */
export interface Traffic<Exchange> {
  readonly exchanges: readonly Exchange[];
  /** How many of the first were dropped. */
  readonly dropped: number;
}

export const maxBodyBytes = 65_536;
const longestSecret = 4_096;
const maxTotalBytes = 64 * 1024 * 1024;
// Apart from the body.
const estimatedHeadBytes = 2_000;

/** Records all traffic of a target: the last 64 MiB of it. */
export function recordTraffic(
  target: Pick<Target, 'listen'>,
  onRecorded: (recorded: RecordedExchange) => void = () => {},
): Recording {
  const { traffic, add } = keepLast(sizeOf);
  target.listen((exchange) => {
    const recorded = recordExchange(exchange);
    add(recorded);
    onRecorded(recorded);
  });
  return traffic;
}

/** Keeps the last exchanges: 64 MiB of them. */
export function keepLast<Exchange>(sizeOf: (exchange: Exchange) => number) {
  const traffic = { exchanges: [] as Exchange[], dropped: 0 };
  let total = 0;
  return {
    traffic,
    add: (exchange: Exchange): void => {
      traffic.exchanges.push(exchange);
      total += sizeOf(exchange);
      while (total > maxTotalBytes) {
        const [first] = traffic.exchanges.splice(0, 1);
        if (first === undefined) return;
        total -= sizeOf(first);
        traffic.dropped += 1;
      }
    },
  };
}

function recordExchange({
  request,
  response,
  error,
  startedAt,
  durationMs,
  connectMs,
  waitMs,
}: Exchange) {
  const { method, target, headers, raw, settings } = request;
  return {
    ...{
      startedAt,
      durationMs,
      connectMs,
      waitMs,
      operation: settings.operation,
      error: error?.message,
    },
    request: { method, target, headers, raw, ...bodyOf(request) },
    response: response && {
      status: response.status,
      reason: response.reason,
      headers: response.headers,
      ...bodyOf(response),
    },
  };
}

function bodyOf({ body, bytes }: Pick<SentRequest, 'body' | 'bytes'>) {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('\r\n\r\n');
  return {
    // At most `maxBodyBytes`, and some more so that a secret at the end is whole. A copy, so that the rest is not kept.
    body: Buffer.from(body.subarray(0, maxBodyBytes + longestSecret)),
    bodyBytes: body.length,
    headBytes: end < 0 ? bytes.length : end + 4,
  };
}

function sizeOf({ request, response }: RecordedExchange): number {
  return request.body.length + (response?.body.length ?? 0) + estimatedHeadBytes;
}
