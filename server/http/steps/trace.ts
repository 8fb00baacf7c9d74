import type { Random } from '../../security/random.ts';
import type { Step } from '../incoming.ts';

/** Gives the request its trace id: the one in `traceparent`, or a new one. */
export function trace(random: Random): Step {
  return (incoming) => {
    incoming.traceId = readTraceparent(incoming.message.headers.traceparent) ?? createTraceId(random);
    return undefined;
  };
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function createTraceId(random: Random): string {
  let hex = '';
  for (const byte of random(16)) hex += hexOf[byte];
  return hex;
}

// W3C Trace Context, 3.2.2. A later version may have more fields; version ff and ids of zeros are invalid.
const traceparent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

function readTraceparent(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, rest] = traceparent.exec(header) ?? [];
  return version === '00' && rest !== undefined ? undefined : traceId;
}
