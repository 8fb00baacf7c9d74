import { hash } from 'node:crypto';
import type { Issued } from './issued.ts';
import { readingsOf } from './readings.ts';

const algorithms = ['md5', 'sha1', 'sha256', 'sha512'] as const;

// Eight equal bytes are no chance. An attacker tries more seeds than these.
const compared = 8;
const mostCounted = 5_000;
const counterMargin = 200;
const clockMarginMs = 1_000;

/** What a text is a hash of, when somebody who knows `known` can guess it: a counter, the time, or a known text with either. */
export function hashedSeedOf(sample: readonly Issued[], known: readonly string[]) {
  const wanted = new Set(sample.flatMap(({ text }) => readingsOf(text).map(beginOf)));
  if (wanted.size === 0) return undefined;

  const isHash = (seed: string) =>
    algorithms.some((name) => wanted.has(hash(name, seed, 'hex').slice(0, 2 * compared)));
  const seeds = [
    ['a known text', known],
    ['a counter', countersOf(known)],
    ['the time', timesOf(sample, known)],
  ] as const;
  for (const [what, values] of seeds)
    for (const seed of values) if (isHash(seed)) return `a hash of ${what}`;
  return undefined;
}

const beginOf = (bytes: Buffer) => bytes.subarray(0, compared).toString('hex');

const separators = ['', ':', '-', '|', '.', '_'];

function* countersOf(known: readonly string[]): Generator<string> {
  for (let count = 0; count < mostCounted; count += 1) yield String(count);
  for (const text of known)
    for (const between of separators)
      for (let count = 0; count < counterMargin; count += 1) yield `${text}${between}${count}`;
}

function* timesOf(issued: readonly Issued[], known: readonly string[]): Generator<string> {
  const times = issued.map(({ at }) => at);
  for (const ms of around(times, clockMarginMs)) yield String(ms);
  const seconds = times.map((at) => Math.floor(at / 1000));
  for (const second of around(seconds, 3)) {
    yield String(second);
    for (const text of known) for (const between of separators) yield `${text}${between}${second}`;
  }
  for (const text of known.slice(0, 1))
    for (const between of separators.slice(0, 3))
      for (const ms of around(times, clockMarginMs)) yield `${text}${between}${ms}`;
}

/** Each number once that is near one of these: what was issued in a row has nearly the same time. */
function around(centres: readonly number[], margin: number): ReadonlySet<number> {
  const near = new Set<number>();
  for (const centre of centres)
    for (let one = centre - margin; one <= centre + margin; one += 1) near.add(one);
  return near;
}
