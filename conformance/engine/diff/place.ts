import { referencePointer } from '../document/model/api-document.ts';
import {
  fieldsOf,
  isJsonObject,
  type JsonObject,
  pointer,
  valueAt,
} from '../document/model/pointer.ts';
import { groupBy } from '../group-by.ts';
import { memoize } from '../memoize.ts';

/** A value in a document whose references are all local. */
export interface Place {
  readonly document: JsonObject;
  readonly pointer: string;
  readonly value: unknown;
  /** What is below, when it does not stand in `value` as such, because it was merged from several places. */
  readonly parts?: ReadonlyMap<string, Place>;
}

export const rootOf = (document: JsonObject): Place => ({ document, pointer: '', value: document });

/** What is below a place by the names of fields, or the indices of items. Every reference on the way is followed. */
export function below(from: Place | undefined, ...names: readonly string[]): Place | undefined {
  return names.reduce<Place | undefined>((place, name) => place && child(place, name), from);
}

/** Each field of the object, or item of the list, at a place, with its reference followed. */
export function children(from: Place | undefined): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  if (from === undefined || typeof from.value !== 'object') return found;
  for (const name of Object.keys(from.value ?? {})) {
    const place = child(from, name);
    if (place !== undefined) found.set(name, place);
  }
  return found;
}

/** The pointer to a field, which may stand in another schema that was merged into this one. */
export function pointerTo(place: Place, ...names: readonly string[]): string {
  const [first = ''] = names;
  return place.parts?.get(first)?.pointer ?? place.pointer + pointer(...names);
}

function child(place: Place, name: string): Place | undefined {
  const part = place.parts?.get(name);
  if (part !== undefined) return part;
  const { document, value } = place;
  const found = Array.isArray(value)
    ? value[Number(name)]
    : isJsonObject(value)
      ? own(value, name)
      : undefined;
  return found === undefined ? undefined : resolve(document, place.pointer + pointer(name), found);
}

const own = (value: JsonObject, name: string) =>
  Object.hasOwn(value, name) ? value[name] : undefined;

// What a reference with siblings says, by the object that has it: the same place is the same object each time.
const withSiblings = new WeakMap<object, unknown>();
const maxAliases = 50;

function resolve(document: JsonObject, at: string, value: unknown, depth = 0): Place {
  const { $ref } = fieldsOf(value);
  const target =
    typeof $ref === 'string' && depth < maxAliases ? targetOf(document, $ref) : undefined;
  // An example may have a field of this name.
  if (!isJsonObject(value) || target === undefined) return { document, pointer: at, value };
  const names = Object.keys(value).filter((name) => name !== '$ref');
  const found = resolve(document, target.at, target.value, depth + 1);
  if (names.length === 0) return found;
  const merged = withSiblings.get(value) ?? merge(value, found.value);
  withSiblings.set(value, merged);
  // A reference with a text is still the component; one with more is a schema of its own.
  return isJsonObject(merged) && 'allOf' in merged
    ? { document, pointer: at, value: merged }
    : { ...found, value: merged };
}

function merge({ $ref, ...siblings }: JsonObject, target: unknown): unknown {
  if (!isJsonObject(target)) return target;
  const isText = (name: string) =>
    name.startsWith('x-') || ['summary', 'description'].includes(name);
  if (Object.keys(siblings).every(isText)) return { ...target, ...siblings };
  const { allOf } = siblings;
  return { ...siblings, allOf: [...(Array.isArray(allOf) ? allOf : []), { $ref }] };
}

const targets = memoize((_document: JsonObject) => new Map<string, ReturnType<typeof locate>>());

function targetOf(document: JsonObject, reference: string) {
  const known = targets(document);
  if (!known.has(reference)) known.set(reference, locate(document, reference));
  return known.get(reference);
}

function locate(document: JsonObject, reference: string) {
  if (!/^#(\/|$)/.test(reference)) return undefined;
  const at = referencePointer(reference);
  const value = valueAt(document, at);
  return value === undefined ? undefined : { at, value };
}

export interface Pair {
  readonly before: Place;
  readonly after: Place;
}

/** An element that both documents have. `name` is the one of the later document, and `was` the one of the earlier. */
export interface Matched<Element = Place> {
  readonly name: string;
  readonly was: string;
  readonly before: Element;
  readonly after: Element;
}

/** An element of the earlier document, of the later one, or of both. */
export type Change<Element = Place> =
  | Matched<Element>
  | { readonly name: string; readonly before: Element; readonly after: undefined }
  | { readonly name: string; readonly before: undefined; readonly after: Element };

/** What two elements with different names may have in common. */
export type Key<Element = Place> = (name: string, element: Element) => string;

/**
 * Matches elements by their names, and what is left by one key after the other, so that elements with different names in only one
 * document never hide each other.
 */
export function pairUp<Element>(
  before: ReadonlyMap<string, Element>,
  after: ReadonlyMap<string, Element>,
  ...keys: readonly Key<Element>[]
): readonly Change<Element>[] {
  const left = new Map(after);
  const matches = new Map<string, Matched<Element>>();

  for (const keyOf of [(name: string) => name, ...keys]) {
    const candidates = groupBy([...left], ([name, element]) => keyOf(name, element));
    for (const [name, element] of before) {
      if (matches.has(name)) continue;
      const [laterName, later] = candidates.get(keyOf(name, element))?.shift() ?? [];
      if (laterName === undefined || later === undefined) continue;
      matches.set(name, { name: laterName, was: name, before: element, after: later });
      left.delete(laterName);
    }
  }

  const changes = [...before].map(
    ([name, element]) => matches.get(name) ?? { name, before: element, after: undefined },
  );
  const added = [...left].map(
    ([name, element]): Change<Element> => ({ name, before: undefined, after: element }),
  );
  return [...changes, ...added];
}

/** Whether a field says the same in both documents, with references followed. */
export function isSame({ before, after }: Pair, name: string): boolean {
  const [was, is] = [before.value, after.value].map((value) => fieldsOf(value)[name]);
  // Most fields are the same text or number.
  return (
    (was === is && typeof was !== 'object') || areEqual(below(before, name), below(after, name))
  );
}

// Pairs that are equal. A schema may contain itself, so a pair that is being compared counts as equal.
const equal = new WeakMap<object, WeakSet<object>>();

/** Whether two places say the same, with references followed. The order of fields makes no difference. */
export function areEqual(one: Place | undefined, other: Place | undefined): boolean {
  const assumed: (readonly [object, object])[] = [];
  const compare = (a: Place | undefined, b: Place | undefined): boolean => {
    const [was, is] = [a?.value, b?.value];
    if (typeof was !== 'object' || typeof is !== 'object' || was === null || is === null)
      return was === is;
    const known = equal.get(was) ?? new WeakSet();
    if (known.has(is)) return true;
    equal.set(was, known.add(is));
    assumed.push([was, is]);
    const names = Object.keys(was);
    return (
      Array.isArray(was) === Array.isArray(is) &&
      names.length === Object.keys(is).length &&
      names.every((name) => Object.hasOwn(is, name) && compare(below(a, name), below(b, name)))
    );
  };
  const result = compare(one, other);
  if (!result) for (const [was, is] of assumed) equal.get(was)?.delete(is);
  return result;
}
