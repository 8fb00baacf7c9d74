import { Digits } from '../bounded/digits.ts';

// Servers sort texts by bytes, without case, in the order of a language, or by the numbers in them.
const collators = [
  new Intl.Collator('en'),
  new Intl.Collator('en', { ignorePunctuation: true }),
  new Intl.Collator('en', { numeric: true }),
];

/** Negative: the first comes before the second. Undefined: servers may order them in either way. */
export function orderOf(one: unknown, other: unknown): number | undefined {
  if (one instanceof Digits || other instanceof Digits) return orderOfDigits(one, other);
  if (typeof one === 'number' && typeof other === 'number') return Math.sign(one - other);
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other);
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  const [first, second] = [instantOf(one), instantOf(other)];
  if (first !== undefined && second !== undefined) return Math.sign(first - second);
  return orderOfTexts(one, other);
}

function orderOfDigits(one: unknown, other: unknown): number | undefined {
  const isWhole = (value: unknown) => value instanceof Digits || Number.isInteger(value);
  if (!isWhole(one) || !isWhole(other)) return undefined;
  const [first, second] = [BigInt(String(one)), BigInt(String(other))];
  return first === second ? 0 : first < second ? -1 : 1;
}

function orderOfTexts(one: string, other: string): number | undefined {
  if (one === other) return 0;
  const byBytes = one < other ? -1 : 1;
  const byLetters = one.toLowerCase() < other.toLowerCase() ? -1 : 1;
  const orders = collators.map((collator) => Math.sign(collator.compare(one, other)));
  return [byLetters, ...orders].every((order) => order === byBytes) ? byBytes : undefined;
}

/** The milliseconds of an ISO date or time. */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/.test(value))
    return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** The first two neighbours that are in the wrong order. */
export function outOfOrder(
  values: readonly unknown[],
  isDescending: boolean,
): readonly [unknown, unknown] | undefined {
  // What cannot be ordered, such as null, may be anywhere.
  const ordered = values.filter((value) => orderOf(value, value) === 0);
  for (const [at, value] of ordered.entries()) {
    if (at === 0) continue;
    const before = ordered[at - 1];
    const order = orderOf(before, value) ?? 0;
    if (isDescending ? order < 0 : order > 0) return [before, value];
  }
  return undefined;
}

/** The first value that comes again after another. */
export function scattered(values: readonly unknown[]): readonly [unknown, unknown] | undefined {
  const known = values.filter((value) => value !== null && value !== undefined);
  for (const [at, value] of known.entries()) {
    const before = known[at - 1];
    if (at > 0 && value !== before && known.indexOf(value) < at) return [before, value];
  }
  return undefined;
}
