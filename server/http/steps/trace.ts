import type { Random } from '../../security/random.ts';
import type { Step } from '../incoming.ts';

/** Gives each request a new trace id, whatever the client sent (decision `trace-id`). */
export function trace(random: Random): Step {
  return (incoming) => {
    incoming.traceId = createTraceId(random);
    return undefined;
  };
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function createTraceId(random: Random): string {
  let hex = '';
  for (const byte of random(16)) hex += hexOf[byte];
  return hex;
}
