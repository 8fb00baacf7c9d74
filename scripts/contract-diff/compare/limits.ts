import { isDeepStrictEqual } from 'node:util';
import { type Finding, finding, type Rating } from '../finding.ts';
import type { Pair } from '../pairs.ts';
import { breaksBoth, rate } from '../rating.ts';
import { fieldsOf } from '../tree.ts';

/** `x-limits`: up to what a server accepts, so a higher one lets more requests through. */
export function* compareLimits({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [before, after].map(({ value }) => fieldsOf(fieldsOf(value)['x-limits']));
  for (const name of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [from, to] = [was?.[name], is?.[name]];
    if (isDeepStrictEqual(from, to)) continue;
    const place = to === undefined ? before : after;
    yield finding(
      place,
      `x-limits/${name}`,
      `${name} ${from ?? 'none'} → ${to ?? 'none'}`,
      ratingOf(name, from, to),
    );
  }
}

function ratingOf(name: string, from: unknown, to: unknown): Rating {
  // Stricter than other limits: a higher one lets attackers try more passwords, a lower one locks users out earlier.
  if (name.startsWith('freeFailed')) return breaksBoth('protects accounts from attackers');
  if ([from, to].some((limit) => limit !== undefined && typeof limit !== 'number'))
    return breaksBoth('no rule rates it');
  const isHigher = to === undefined || (from !== undefined && Number(to) > Number(from));
  return rate('request', isHigher ? 'looser' : 'tighter');
}
