import { fieldsOf, isJsonObject, type JsonObject } from '../document/model/pointer.ts';
import { breaksBoth, type Finding, finding, mustFollow } from './finding.ts';
import type { Pair, Place } from './place.ts';

/** What a caller needs to get in: schemes, each with its scopes. Nothing lets everybody in. */
type WayIn = ReadonlyMap<string, ReadonlySet<string>>;

/** A way in may need less than another one. Who has enough for one then has enough for the other. */
export function* compareSecurity({ before, after }: Pair): Generator<Finding> {
  const [were, are] = [waysIn(before), waysIn(after)];
  const opened = are.filter((way) => !were.some((earlier) => needsNoMore(earlier, way)));
  const closed = were.filter((way) => !are.some((later) => needsNoMore(later, way)));

  for (const way of opened) {
    const rating = mustFollow('access-added', 'servers must accept it');
    yield finding(after, `now lets in ${nameOf(way)}`, rating, 'security');
  }
  for (const way of closed) {
    const rating = breaksBoth('access-removed', 'access changes');
    yield finding(after, `no longer lets in ${nameOf(way)}`, rating, 'security');
  }
}

function needsNoMore(one: WayIn, other: WayIn): boolean {
  return [...one].every(([scheme, scopes]) => {
    const others = other.get(scheme);
    return others !== undefined && [...scopes].every((scope) => others.has(scope));
  });
}

/** The alternatives of an operation, or of the document where it names none; `{}` and an empty list let everybody in. */
function waysIn({ document, value }: Place): readonly WayIn[] {
  const alternatives = fieldsOf(value).security ?? document.security;
  if (!Array.isArray(alternatives) || alternatives.length === 0) return [new Map()];
  return alternatives.filter(isJsonObject).map(wayIn);
}

function wayIn(schemes: JsonObject): WayIn {
  const needed = Object.entries(schemes);
  return new Map(
    needed.map(([scheme, scopes]) => [scheme, new Set([scopes ?? []].flat().map(String))]),
  );
}

function nameOf(way: WayIn): string {
  if (way.size === 0) return 'everybody';
  const needed = [...way].map(([scheme, scopes]) => [scheme, ...[...scopes].toSorted()].join(' '));
  return `who has ${needed.toSorted().join(' and ')}`;
}
