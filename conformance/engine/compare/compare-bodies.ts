import { Digits } from '../bounded/digits.ts';
import { isJsonObject, type JsonObject } from '../document/model/pointer.ts';
import { truncate } from '../truncate.ts';
import { formOf, isSameScalar } from './compare-scalars.ts';
import type { Compared, Difference, Kind } from './differences.ts';

export interface BodyRules {
  /** Which values must be the same. `codes`: those that are no sentence, as the words of an error may differ. */
  readonly values: 'all' | 'codes' | 'none';
  /** A value of the first server, as the other one should have it. */
  translate(name: string, value: unknown): unknown;
  /** Which item of the other list is the twin of this one, if the run created it. */
  twinOf(item: JsonObject, others: readonly JsonObject[]): JsonObject | undefined;
  /** Whether the comparison created the item of a list: on the first server, or as a twin. */
  isMade(item: JsonObject): boolean;
  isTwin(item: JsonObject): boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Compares two JSON bodies by their fields and types, and by their values where the rules say so. */
export function compareBodies(before: unknown, after: unknown, rules: BodyRules): Compared {
  const differences: Difference[] = [];
  const valuesAt: (readonly string[])[] = [];
  const add = (kind: Kind, at: readonly string[], was: unknown, is: unknown) =>
    differences.push({ kind, at, before: shown(was), after: shown(is) });

  /** Several values stand for the items of a list, of which only what all have in common can be compared. */
  const walk = (
    olds: readonly unknown[],
    news: readonly unknown[],
    at: readonly string[],
    values: BodyRules['values'],
  ): void => {
    if (olds.length === 0 || news.length === 0) return;
    const [one, other] = [olds[0], news[0]];
    const isOne = olds.length === 1 && news.length === 1 && values !== 'none';
    if (isOne && (one === null) !== (other === null)) {
      valuesAt.push(at);
      return void add(one === null ? 'null-removed' : 'null-added', at, one, other);
    }
    const [types, laterTypes] = [typesOf(olds), typesOf(news)];
    if (types.length > 0 && laterTypes.length > 0 && !types.some((it) => laterTypes.includes(it)))
      return void differences.push({
        ...{ kind: 'type', at },
        before: types.join(' or '),
        after: laterTypes.join(' or '),
      });
    compareFields(olds.filter(isJsonObject), news.filter(isJsonObject), at, values);
    compareItems(olds, news, at, values);
    if (isOne && typeof one !== 'object') compareScalars(one, other, at, values);
  };

  const compareFields = (
    olds: readonly JsonObject[],
    news: readonly JsonObject[],
    at: readonly string[],
    values: BodyRules['values'],
  ): void => {
    if (olds.length === 0 || news.length === 0) return;
    const names = namesOf(olds);
    const laterNames = namesOf(news);
    if ((names === '') !== (laterNames === '') && values !== 'none') {
      const kind = names === '' ? 'fields-added' : 'fields-removed';
      return void add(kind, at, names, laterNames);
    }
    for (const [name, twin] of fieldPairs(olds, news, at)) {
      const has = (one: JsonObject) => Object.hasOwn(one, name);
      const hasTwin = (one: JsonObject) => Object.hasOwn(one, twin);
      // The keys of a map are data, as is what others have left out of an item.
      const mayBeData = values === 'none' && (at.includes('*') || /\d/.test(name));
      const isBoth = olds.some(has) && news.some(hasTwin);
      if ((mayBeData || isDataName(name)) && !isBoth) continue;
      if (olds.every(has) && !news.some(hasTwin))
        add('field-removed', [...at, name], name, undefined);
      else if (news.every(hasTwin) && !olds.some(has))
        add('field-added', [...at, name], undefined, name);
      else {
        const valuesOf = (all: readonly JsonObject[], key: string) =>
          all.flatMap((one) => (Object.hasOwn(one, key) ? [one[key]] : []));
        walk(valuesOf(olds, name), valuesOf(news, twin), [...at, name], values);
      }
    }
  };

  /** Each name with what it is on the other server: what the run made may be the key of a map. */
  const fieldPairs = (
    olds: readonly JsonObject[],
    news: readonly JsonObject[],
    at: readonly string[],
  ): [name: string, twin: string][] => {
    const later = new Set(news.flatMap(Object.keys));
    const pairs = [...new Set(olds.flatMap(Object.keys))].map((name): [string, string] => {
      const twin = String(rules.translate(at.at(-1) ?? '', name));
      return [name, later.has(twin) ? twin : name];
    });
    const added = [...later].filter((name) => !pairs.some(([, twin]) => twin === name));
    return [...pairs, ...added.map((name): [string, string] => [name, name])];
  };

  const compareItems = (
    olds: readonly unknown[],
    news: readonly unknown[],
    at: readonly string[],
    values: BodyRules['values'],
  ): void => {
    const [lists, laterLists] = [olds.filter(Array.isArray), news.filter(Array.isArray)];
    const [list, later] = [lists[0], laterLists[0]];
    if (list === undefined || later === undefined) return;
    const place = [...at, '*'];
    const isOne = lists.length === 1 && laterLists.length === 1;
    const twins = isOne ? pairsOf(list, later) : [];
    for (const [one, twin] of twins) walk([one], [twin], place, 'all');
    if (isOne && values !== 'none' && twins.length === 0) compareLists(list, later, at, values);
    else {
      const others = (all: readonly unknown[][], isOurs: (item: JsonObject) => boolean) =>
        all.flat().filter((item) => !isJsonObject(item) || !isOurs(item));
      // What the run created without a twin in the list need not have the same fields.
      walk(others(lists, rules.isMade), others(laterLists, rules.isTwin), place, 'none');
    }
  };

  const pairsOf = (list: readonly unknown[], later: readonly unknown[]) => {
    const others = later.filter(isJsonObject);
    return list.filter(isJsonObject).flatMap((item) => {
      const twin = rules.twinOf(item, others);
      return twin === undefined ? [] : [[item, twin] as const];
    });
  };

  /** Two lists of the run's own values, in any order. */
  const compareLists = (
    list: readonly unknown[],
    later: readonly unknown[],
    at: readonly string[],
    values: BodyRules['values'],
  ): void => {
    valuesAt.push(at);
    if (list.length !== later.length) {
      // How many errors a rejection lists is up to the server.
      if (values === 'all') add('items', at, countOf(list), countOf(later));
      walk(list, later, [...at, '*'], 'none');
      return;
    }
    const left = [...later];
    for (const item of list) {
      const same = left.findIndex((one) => isSame(item, one, at.at(-1) ?? ''));
      const [twin] = left.splice(Math.max(same, 0), 1);
      if (same < 0) walk([item], [twin], [...at, '*'], values);
    }
  };

  const isSame = (one: unknown, other: unknown, name: string): boolean => {
    if (Array.isArray(one) && Array.isArray(other))
      return one.length === other.length && one.every((item, i) => isSame(item, other[i], name));
    if (isJsonObject(one) && isJsonObject(other)) {
      const names = Object.keys({ ...one, ...other });
      return names.every((key) => isSame(one[key], other[key], key));
    }
    return isSameScalar(rules.translate(name, one), other, rules.now);
  };

  const compareScalars = (
    one: unknown,
    other: unknown,
    at: readonly string[],
    values: BodyRules['values'],
  ): void => {
    if (values === 'codes' && [one, other].some(isSentence)) return;
    valuesAt.push(at);
    const [was, is] = [formOf(one), formOf(other)];
    if (was !== is && typeof one === 'string' && typeof other === 'string')
      return void differences.push({ kind: 'format', at, before: was, after: is });
    const name = at.findLast((step) => step !== '*') ?? '';
    if (!isSameScalar(rules.translate(name, one), other, rules.now)) add('value', at, one, other);
  };

  walk([before], [after], [], rules.values);
  return { differences, valuesAt };
}

const namesOf = (all: readonly JsonObject[]) => [...new Set(all.flatMap(Object.keys))].join(', ');

/** A text that some server made a name of. */
const isDataName = (name: string) => /["'{}[\]<>=&\n]/.test(name);

const isSentence = (value: unknown) => typeof value === 'string' && /\s/.test(value.trim());

function typesOf(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((one) => one !== null).map(typeName))];
}

function typeName(value: unknown): string {
  if (value instanceof Digits) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

const countOf = (list: readonly unknown[]) => `${list.length} items`;

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  return truncate(typeof value === 'string' ? value : String(JSON.stringify(value)), 40);
}
