import type { Clock } from '../check.ts';
import type { Exchange } from '../http/exchange.ts';

/** Seconds, from either form of `Retry-After`. Undefined without the header, and 1 when it can't be read. */
export function retryAfter(
  { response }: Pick<Exchange, 'response'>,
  clock: Pick<Clock, 'now'>,
): number | undefined {
  const value = response?.header('retry-after');
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const until = Date.parse(value);
  return Number.isNaN(until) ? 1 : Math.max(0, Math.ceil((until - clock.now()) / 1000));
}
