import { isDeepStrictEqual } from 'node:util';
import {
  breaksBoth,
  breaksClients,
  editorial,
  type Finding,
  finding,
  harmless,
  mustFollow,
  type Rating,
  rate,
} from '../finding.ts';
import { type ContractNode, type Fields, fieldsOf, isSame, type Pair, pairUp, stepOf } from '../tree.ts';

const texts = new Set(
  'title summary description example examples externalDocs $comment contact license termsOfService x-cause'.split(
    ' ',
  ),
);

/**
 * What is rated in the same way wherever it is: texts, `deprecated`, and our own fields. A field that has no rule at all counts as
 * breaking for both, so that none is overlooked.
 *
 * @param handled the fields that the caller compares
 */
export function* compareCommon({ before, after }: Pair, handled: readonly string[]): Generator<Finding> {
  const [was, is] = [fieldsOf(before.value), fieldsOf(after.value)];
  yield* compareLifecycles({ before, after });
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (handled.includes(name) || isSame({ before, after }, name)) continue;
    if (name === 'deprecated' || name === 'x-deprecation') continue;
    if (name === 'x-limits') yield* compareLimits({ before, after });
    else if (name === 'x-decision') yield* compareDecisions({ before, after });
    else if (name === 'x-secret') yield* compareSecrecy({ before, after }, 'x-secret', is[name] === true);
    else {
      const how = was[name] === undefined ? 'added' : is[name] === undefined ? 'removed' : 'changed';
      const rating = texts.has(name) ? editorial : breaksBoth('no rule rates it');
      const place = is[name] === undefined ? before : after;
      yield finding(place, `${name} ${how}`, rating, stepOf(name));
    }
  }
}

interface Each {
  /** What to report of an element that only the released contract has, by its name. */
  removed(name: string, place: ContractNode): readonly [change: string, rating: Rating];
  /** The same of one that only the later contract has. */
  added(name: string, place: ContractNode): readonly [change: string, rating: Rating];
  both(pair: Pair): Iterable<Finding>;
  /** What identifies an element. @default its name */
  readonly keyOf?: (name: string) => string;
}

/** Compares elements that have names: those that were added or removed, and those that both contracts have. */
export function* compareEach(
  { before, after }: Pair,
  elements: (place: ContractNode) => ReadonlyMap<string, ContractNode>,
  { removed, added, both, keyOf }: Each,
): Generator<Finding> {
  for (const change of pairUp(elements(before), elements(after), keyOf)) {
    if (change.after === undefined) yield finding(change.before, ...removed(change.name, change.before));
    else if (change.before === undefined) yield finding(change.after, ...added(change.name, change.after));
    else yield* both(change);
  }
}

/** Without the mark, servers may write the value to logs, and programs may show it. */
export function* compareSecrecy(
  { before, after }: Pair,
  step: string,
  isSecret: boolean,
): Generator<Finding> {
  if (isSecret) yield finding(after, `${step} added`, mustFollow('servers must keep it out of logs'), step);
  else yield finding(before, `${step} removed`, breaksClients('it may now appear in logs'), step);
}

/**
 * Other servers may decide differently about an element with `x-decision`: the contract tests only report it. Without the mark
 * the element counts as shown by the source of the interface, so servers that passed may now fail.
 */
function* compareDecisions({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [before, after].map(({ value }) =>
    [fieldsOf(value)['x-decision'] ?? []].flat().toSorted().join(', '),
  );
  if (was === is) return;
  if (is === '')
    yield finding(
      before,
      `no longer decided (${was}) but shown`,
      mustFollow('no other server may differ'),
      'x-decision',
    );
  else if (was === '')
    yield finding(
      after,
      `no longer shown but decided (${is})`,
      harmless('other servers may differ'),
      'x-decision',
    );
  else yield finding(after, `rests on ${is}, not on ${was}`, editorial, 'x-decision');
}

/**
 * Clients rely on the day until which something deprecated works: it may only move to a later one. Every response of a
 * deprecated operation names that day, so servers must follow.
 */
function* compareLifecycles({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [endingOf(before.value), endingOf(after.value)];
  const isOperation = /^\/paths\/[^/]+\/[a-z]+$/.test(after.pointer);
  const goesOn = (why: string): Rating => (isOperation ? mustFollow(why) : harmless(why));
  const ends = (why: string): Rating => (isOperation ? breaksBoth(why) : breaksClients(why));

  if (was === undefined && is !== undefined) {
    const change = `deprecated, ends ${is.sunset ?? 'any day'}`;
    const rating = is.sunset === undefined ? ends('no day is promised') : goesOn('works until then');
    yield finding(after, change, rating, 'deprecated');
  } else if (was !== undefined && is === undefined)
    yield finding(after, 'no longer deprecated', goesOn('works on after all'), 'deprecated');
  else if (was !== undefined && is !== undefined) {
    for (const field of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (was[field] === is[field]) continue;
      const change = `${field} ${was[field] ?? 'none'} → ${is[field] ?? 'none'}`;
      // Days in this form sort as text.
      const isEarlier = field === 'sunset' && String(is.sunset ?? '') < String(was.sunset ?? '');
      const rating = isEarlier ? ends('ends before the promised day') : goesOn('works until its sunset');
      yield finding(after, change, rating, 'x-deprecation');
    }
  }
}

function endingOf(value: unknown): Fields | undefined {
  const { deprecated, 'x-deprecation': deprecation } = fieldsOf(value);
  return deprecated === true ? fieldsOf(deprecation) : undefined;
}

/** `x-limits`: up to what a server accepts, so a higher one lets more requests through. */
function* compareLimits({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [before, after].map(({ value }) => fieldsOf(fieldsOf(value)['x-limits']));
  for (const name of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [from, to] = [was?.[name], is?.[name]];
    if (isDeepStrictEqual(from, to)) continue;
    const place = to === undefined ? before : after;
    yield finding(
      place,
      `${name} ${from ?? 'none'} → ${to ?? 'none'}`,
      ratingOf(name, from, to),
      `x-limits/${name}`,
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
