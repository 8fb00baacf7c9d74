import { fieldsOf } from '../document/model/pointer.ts';
import { compareEach, fieldChanged } from './compare-fields.ts';
import {
  breaksBoth,
  type Difference,
  type Finding,
  finding,
  harmless,
  rate,
  type SchemaPair,
} from './finding.ts';
import { choiceKeywords } from './keywords.ts';
import { areEqual, below, children, isSame, type Pair, type Place } from './place.ts';
import type { Effect } from './rules.ts';
import { combine, isNull, schemaForm, without } from './schema-form.ts';
import { subjectOf } from './subject.ts';

type Keyword = (typeof choiceKeywords)[number];

function branchesOf(place: Place, keyword: Keyword): readonly Place[] {
  return [...children(below(place, keyword)).values()];
}

export function* compareChoices(pair: SchemaPair, keyword: Keyword): Generator<Difference> {
  const [were, are] = [branchesOf(pair.before, keyword), branchesOf(pair.after, keyword)];
  if (were.length > 0 && are.length > 0) yield* matched(pair, keyword, were, are);
  else if (were.length + are.length > 0) {
    const effect = were.length < are.length ? 'tighter' : 'looser';
    yield fieldChanged({ ...pair, field: keyword }, rate(pair.direction, keyword, effect));
  }
}

/** Compares a schema with the choices that it became, or the reverse. Undefined when it is none of them. */
export function compareOneOfThem(pair: SchemaPair): readonly Difference[] | undefined {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const lists = [pair.before, pair.after].map((place) => branchesOf(place, keyword));
    const [were = [], are = []] = lists;
    if ((were.length === 0) === (are.length === 0)) continue;
    const hasNull = lists.flat().some(isNull);
    const [before, after] = [pair.before, pair.after].map((place) => {
      const branches = branchesOf(place, keyword).filter((branch) => !isNull(branch));
      if (branches.length === 0) return [hasNull ? withoutNull(place) : place];
      const own = without(place, keyword);
      if (Object.keys(fieldsOf(own.value)).length === 0) return branches;
      return branches.map((branch) => combine([own, schemaForm(branch)]) ?? branch);
    });
    const differences = [...matched(pair, keyword, before ?? [], after ?? [])];
    if (differences.some((found) => 'direction' in found)) return differences;
  }
  return undefined;
}

function withoutNull(place: Place): Place {
  const { type, ...schema } = fieldsOf(place.value);
  const others = [type].flat().filter((name) => name !== 'null');
  return { ...place, value: type === undefined ? schema : { ...schema, type: others } };
}

/** Branches are the same when they say the same, or have the same name, or are alike. */
function* matched(
  { before, after, direction }: SchemaPair,
  keyword: Keyword,
  were: readonly Place[],
  are: readonly Place[],
): Generator<Difference> {
  const left = [...are];
  const pairs: Pair[] = [];
  const hasNo = (isMatch: (one: Place, other: Place) => boolean) => (branch: Place) => {
    const at = left.findIndex((other) => isMatch(branch, other));
    const [other] = at < 0 ? [] : left.splice(at, 1);
    if (other !== undefined) pairs.push({ before: branch, after: other });
    return other === undefined;
  };
  const removed = were.filter(hasNo(areEqual)).filter(hasNo(haveSameName)).filter(hasNo(areAlike));
  for (const pair of pairs) yield { ...pair, direction };
  // A value has to match all branches of `allOf`, and one of the others.
  const [fewer, more]: readonly [Effect, Effect] =
    keyword === 'allOf' ? ['looser', 'tighter'] : ['tighter', 'looser'];
  const found = (place: Place, what: string, effect: Effect): Finding =>
    finding(place, `choice ${what}`, rate(direction, keyword, effect), keyword);
  for (const branch of removed) {
    const candidates = are.filter((other) => areAlike(branch, other));
    yield {
      unless: candidates.map((other) => ({ before: branch, after: other, direction })),
      otherwise: found(before, `${titleOf(branch)} removed`, fewer),
    };
  }
  for (const branch of left) {
    const candidates = were.filter((other) => areAlike(branch, other));
    yield {
      unless: candidates.map((other) => ({ before: other, after: branch, direction })),
      otherwise: found(after, `${titleOf(branch)} added`, more),
    };
  }
}

const isNamed = ({ pointer }: Pick<Place, 'pointer'>) =>
  /^\/components\/schemas\/[^/]+$/.test(pointer);

function haveSameName(one: Place, other: Place): boolean {
  const [was, is] = [schemaForm(one), schemaForm(other)].map(({ value }) => fieldsOf(value).title);
  if (was !== undefined && was === is) return true;
  return one.pointer === other.pointer && isNamed(one);
}

/** Whether two schemas are versions of the same: of one type, and with fields in common if they are objects. */
function areAlike(one: Place, other: Place): boolean {
  const [before, after] = [schemaForm(one), schemaForm(other)];
  const [was, is] = [fieldsOf(before.value), fieldsOf(after.value)];
  const types = [was, is].map(({ type }) =>
    String([type].flat().filter((name) => name !== 'null')),
  );
  if (choiceKeywords.some((name) => name in was || name in is) || types[0] !== types[1])
    return false;
  if (was.title !== undefined && is.title !== undefined && was.title !== is.title) return false;
  const [fields, others] = [
    children(below(before, 'properties')),
    children(below(after, 'properties')),
  ];
  const shared = [...fields.keys()].filter((name) => others.has(name));
  // A field with one value often says which choice it is.
  const tag = (field: Place | undefined) => {
    const { const: only, enum: values } = fieldsOf(field?.value);
    return only ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
  };
  const hasTag = shared.some((name) => {
    const [own, later] = [tag(fields.get(name)), tag(others.get(name))];
    return own !== undefined && later !== undefined && own !== later;
  });
  const [least, most] = [fields.size, others.size].toSorted((a, b) => a - b);
  return (
    !hasTag &&
    (most === 0 ||
      (shared.length > 0 && shared.length === least) ||
      2 * shared.length >= Number(most))
  );
}

function titleOf({ value, pointer, document }: Place): string {
  const { title, type } = fieldsOf(schemaForm({ value, pointer, document }).value);
  if (isNamed({ pointer })) return subjectOf(document, pointer);
  return String(title ?? type ?? pointer.split('/').at(-1));
}

/** How clients recognize a choice. The schemas of the choices are compared as such. */
export function* compareDiscriminator({
  before,
  after,
  direction,
}: SchemaPair): Generator<Difference> {
  const change = { before, after, field: 'discriminator' };
  const [was, is] = [below(before, 'discriminator'), below(after, 'discriminator')];
  if (was === undefined || is === undefined) {
    if (was !== is)
      yield fieldChanged(
        change,
        harmless('discriminator-added-or-removed', 'clients may choose by it'),
      );
    return;
  }
  if (!isSame({ before: was, after: is }, 'propertyName'))
    yield fieldChanged(
      change,
      breaksBoth(`${direction}-discriminator-changed`, 'clients choose by it'),
    );
  yield* compareEach({ before: was, after: is }, (place) => children(below(place, 'mapping')), {
    removed: (name) => [`${name} removed`, rate(direction, 'discriminator', 'tighter')],
    added: (name) => [`${name} added`, rate(direction, 'discriminator', 'looser')],
    both: () => [],
  });
}
