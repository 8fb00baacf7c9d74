import type { CompletedExchange } from '../check.ts';
import { type List, roleOf } from '../document/checks/lists/find-lists.ts';
import type { JsonObject } from '../document/model/pointer.ts';
import { queryOf } from '../document/named-values.ts';
import { itemsIn, saysMore } from '../judge/lists.ts';
import type { Difference } from './differences.ts';

type Pair = readonly [item: JsonObject, twin: JsonObject];

interface ListPair {
  readonly list: List;
  readonly before: CompletedExchange;
  readonly after: CompletedExchange;
  /** Of the items that the run created, those in both lists. */
  pairsOf(items: readonly JsonObject[], others: readonly JsonObject[]): readonly Pair[];
  /** Whether the run created the item on the first server, and its twin on the other. */
  isOwn(item: JsonObject): boolean;
  /** The same for an item of the other server. */
  isTwin(item: JsonObject): boolean;
  /** Whether the run has removed a twin. */
  isRemoved(item: JsonObject): boolean;
}

const at = ['*'];

/**
 * Compares which items of the run two lists have, how many, and in which order where the request sorts them. The servers may have
 * other data besides, so a list must be the shorter one to lack an item.
 */
export function compareLists(pair: ListPair): Difference[] {
  const [items, others] = [itemsIn(pair.before), itemsIn(pair.after)];
  const pairs = pair.pairsOf(items, others);
  const lost = items.filter((item) => pair.isOwn(item) && !pairs.some(([own]) => own === item));
  const extra = others.filter((item) => pair.isTwin(item) && !pairs.some(([, it]) => it === item));
  const kept = extra.filter(pair.isRemoved);
  const isShorter = others.length < items.length && !saysMore(pair.after, others.length);
  const isLonger = others.length > items.length && !saysMore(pair.before, items.length);
  return [
    ...tooLong(pair, items.length, others.length),
    ...(lost.length > 0 && isShorter ? [itemsDifference('item listed', 'left out')] : []),
    ...(extra.length > kept.length && isLonger ? [itemsDifference('item left out', 'listed')] : []),
    ...(kept.length > 0 ? [keptDifference(pair)] : []),
    ...orderDifference(pair, pairs, others),
  ];
}

const itemsDifference = (before: string, after: string): Difference => ({
  ...{ kind: 'items', at },
  before,
  after,
});

const keptDifference = ({ list }: ListPair): Difference => ({
  ...{ kind: 'kept', at: [], about: list.resource?.path ?? list.operation.path },
  ...{ before: 'removed', after: 'in a list' },
});

/** Whether only the first server keeps to the number of items in the request. */
function tooLong({ list, before }: ListPair, count: number, later: number): Difference[] {
  const size = roleOf(list, 'size');
  const limit = Number(size && queryOf(before.request.target).get(size.parameter.name));
  if (!(limit > 0) || count > limit || later <= limit) return [];
  return [{ kind: 'size', at, before: `at most ${limit} items`, after: `${later} items` }];
}

function orderDifference(
  { list, before }: ListPair,
  pairs: readonly Pair[],
  others: readonly JsonObject[],
): Difference[] {
  const query = queryOf(before.request.target);
  const isSorted = (['sort', 'direction'] as const).some((kind) => {
    const role = roleOf(list, kind);
    return role !== undefined && query.has(role.parameter.name);
  });
  const places = pairs.map(([, twin]) => others.indexOf(twin));
  const isSame = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
  if (!isSorted || isSame) return [];
  return [{ kind: 'order', at, before: 'sorted', after: 'another order' }];
}
