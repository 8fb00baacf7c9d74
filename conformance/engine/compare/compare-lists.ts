import type { CompletedExchange } from '../check.ts';
import { type List, roleOf } from '../document/checks/lists/find-lists.ts';
import type { ParameterRole } from '../document/model/parameter-roles.ts';
import type { JsonObject } from '../document/model/pointer.ts';
import { queryOf } from '../document/named-values.ts';
import { itemsIn, listIn, saysMore } from '../judge/lists.ts';
import type { Difference } from './differences.ts';
import type { OwnItems } from './own-items.ts';

type Pair = readonly [item: JsonObject, twin: JsonObject];

interface ListPair {
  readonly list: List;
  readonly own: OwnItems;
  readonly before: CompletedExchange;
  readonly after: CompletedExchange;
}

const at = ['*'];

/**
 * Compares which items of the run two lists have, how many, and in which order where the request sorts them. The servers may have
 * other data besides, so a list must be the shorter one to lack an item.
 */
export function compareLists(pair: ListPair): Difference[] {
  const { own } = pair;
  const [items, others] = [itemsIn(pair.before), itemsIn(pair.after)];
  const pairs = items.flatMap((item): Pair[] => {
    const twin = own.twinOf(item, others);
    return twin === undefined ? [] : [[item, twin]];
  });
  const lost = items.filter((item) => own.hasTwin(item) && !pairs.some(([one]) => one === item));
  const extra = others.filter((item) => own.isTwin(item) && !pairs.some(([, it]) => it === item));
  const kept = extra.filter(own.isRemoved);
  const count = listIn(pair.before).length;
  const later = listIn(pair.after).length;
  const isShorter = later < count && isWhole(pair, pair.after);
  const isLonger = later > count && isWhole(pair, pair.before);
  return [
    ...tooLong(pair, count, later),
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

/** Whether a list has all that the request asks for, as far as the run can know. What is on a page depends on the data of others. */
function isWhole({ list }: ListPair, exchange: CompletedExchange): boolean {
  const query = queryOf(exchange.request.target);
  const given = (kind: ParameterRole['kind']) =>
    list.roles.find((role) => role.kind === kind && query.has(role.parameter.name));
  if (given('page') ?? given('offset') ?? given('cursor')) return false;
  const shown = listIn(exchange).length;
  const size = given('size');
  const isFull = size !== undefined && !(shown < Number(query.get(size.parameter.name)));
  return !isFull && !saysMore(exchange, shown);
}

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
