import { Digits, toInteger } from './digits.ts';

/** A number of a document or of a response. Integers beyond 2^53 have their digits. */
export type Numeric = number | Digits;

export function isNumeric(value: unknown): value is Numeric {
  return typeof value === 'number' || value instanceof Digits;
}

/** Below 0 if the first is less, and above 0 if it is more. */
export function compareNumbers(one: Numeric, other: Numeric): number {
  if (one === other) return 0;
  const [first, second] = [integerIn(one), integerIn(other)];
  // No fraction is beyond 2^53.
  if (first === undefined || second === undefined) return Number(one) - Number(other);
  return first === second ? 0 : first < second ? -1 : 1;
}

/** `change` is added without its fraction to an integer beyond 2^53. */
export function addTo(value: Numeric, change: number): Numeric {
  if (typeof value === 'number') return value + change;
  return toInteger(BigInt(value.text) + BigInt(Math.trunc(change)));
}

/** Undefined if one of them is not an integer. */
export function isWholeMultiple(value: Numeric, step: Numeric): boolean | undefined {
  const [whole, unit] = [integerIn(value), integerIn(step)];
  if (whole === undefined || unit === undefined || unit === 0n) return undefined;
  return whole % unit === 0n;
}

function integerIn(value: Numeric): bigint | undefined {
  if (value instanceof Digits) return BigInt(value.text);
  if (!Number.isInteger(value)) return undefined;
  // The integer that JSON has for it: 2^63 is written as 9223372036854776000.
  return BigInt(Math.abs(value) < 1e21 ? String(value) : value);
}
