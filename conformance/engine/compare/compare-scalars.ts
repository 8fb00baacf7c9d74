import { Digits } from '../bounded/digits.ts';
import { instantOf } from '../judge/order.ts';

/** Whether two values mean the same: the same instant, or both the time of their requests. */
export function isSameScalar(one: unknown, other: unknown, now: number): boolean {
  const [first, second] = [one, other].map((it) => (it instanceof Digits ? it.text : it));
  if (first === second) return true;
  const [was, is] = [timeOf(first), timeOf(second)];
  if (was === undefined || is === undefined) return false;
  // The time of the request, which differs in each.
  const isNow = (time: number) => Math.abs(time - now) < anHour;
  return was === is || (isNow(was) && isNow(is));
}

const anHour = 3_600_000;

/** Also of a number, which may be seconds or milliseconds since 1970. */
function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'number') return instantOf(value);
  if (value > 1e12 && value < 1e13) return value;
  return value > 1e9 && value < 1e10 ? value * 1000 : undefined;
}

/** How a text is written, as far as it is a time. */
export function formOf(value: unknown): string {
  if (typeof value !== 'string' || instantOf(value) === undefined) return 'text';
  return value.length === 10 ? 'date' : 'date-time';
}
