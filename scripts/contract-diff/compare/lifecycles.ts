import { type Finding, finding, type Rating } from '../finding.ts';
import type { Pair } from '../pairs.ts';
import { breaksBoth, breaksClients, harmless, mustFollow } from '../rating.ts';
import { type Fields, fieldsOf } from '../tree.ts';

/**
 * Clients rely on the day until which something deprecated works: it may only move to a later one. Every response of a
 * deprecated operation names that day, so servers must follow.
 */
export function* compareLifecycles({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [endingOf(before.value), endingOf(after.value)];
  const isOperation = /^\/paths\/[^/]+\/[a-z]+$/.test(after.pointer);
  const goesOn = (why: string): Rating => (isOperation ? mustFollow(why) : harmless(why));
  const ends = (why: string): Rating => (isOperation ? breaksBoth(why) : breaksClients(why));

  if (was === undefined && is !== undefined) {
    const change = `deprecated, ends ${is.sunset ?? 'any day'}`;
    const rating = is.sunset === undefined ? ends('no day is promised') : goesOn('works until then');
    yield finding(after, 'deprecated', change, rating);
  } else if (was !== undefined && is === undefined)
    yield finding(after, 'deprecated', 'no longer deprecated', goesOn('works on after all'));
  else if (was !== undefined && is !== undefined) {
    for (const field of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (was[field] === is[field]) continue;
      const change = `${field} ${was[field] ?? 'none'} → ${is[field] ?? 'none'}`;
      // Days in this form sort as text.
      const isEarlier = field === 'sunset' && String(is.sunset ?? '') < String(was.sunset ?? '');
      const rating = isEarlier ? ends('ends before the promised day') : goesOn('works until its sunset');
      yield finding(after, 'x-deprecation', change, rating);
    }
  }
}

function endingOf(value: unknown): Fields | undefined {
  const { deprecated, 'x-deprecation': deprecation } = fieldsOf(value);
  return deprecated === true ? fieldsOf(deprecation) : undefined;
}
