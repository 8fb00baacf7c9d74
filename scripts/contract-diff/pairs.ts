import { isDeepStrictEqual } from 'node:util';
import { below, expanded, type Place } from './tree.ts';

/** An element of both contracts. */
export interface Pair {
  readonly before: Place;
  readonly after: Place;
}

/** An element that at least one of the contracts has. */
export type Change =
  | (Pair & { readonly name: string })
  | { readonly name: string; readonly before: Place; readonly after: undefined }
  | { readonly name: string; readonly before: undefined; readonly after: Place };

/** Whether a field says the same in both contracts, with references followed. */
export function isSame({ before, after }: Pair, name: string): boolean {
  return isDeepStrictEqual(expanded(below(before, name)), expanded(below(after, name)));
}

/** Matches elements by their keys; `name` is the key in the later contract where there is one. */
export function pairUp(
  before: ReadonlyMap<string, Place>,
  after: ReadonlyMap<string, Place>,
  keyOf: (name: string) => string = (name) => name,
): readonly Change[] {
  const later = new Map([...after].map(([name, place]) => [keyOf(name), { name, place }]));
  const changes = [...before].map(([name, place]): Change => {
    const match = later.get(keyOf(name));
    if (match === undefined) return { name, before: place, after: undefined };
    later.delete(keyOf(name));
    return { name: match.name, before: place, after: match.place };
  });
  const added = [...later.values()].map(
    ({ name, place }): Change => ({ name, before: undefined, after: place }),
  );
  return [...changes, ...added];
}
