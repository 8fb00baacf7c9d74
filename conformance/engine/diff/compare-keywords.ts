import { isDeepStrictEqual } from 'node:util';
import { writeJson } from '../bounded/digits.ts';
import { compareNumbers, isNumeric, type Numeric } from '../bounded/long-numbers.ts';
import { fieldsOf, type JsonObject } from '../document/model/pointer.ts';
import { fieldChanged } from './compare-fields.ts';
import {
  breaksBoth,
  type Difference,
  finding,
  harmless,
  mustFollow,
  rate,
  type SchemaPair,
} from './finding.ts';
import { lowerBounds, opaqueKeywords, upperBounds, valueKeywords } from './keywords.ts';
import { isSame, type Pair, type Place } from './place.ts';
import type { Constraint, Effect } from './rules.ts';

// These formats exclude no value that a client sends or expects.
const looseFormats = new Set<unknown>(['password', 'int64', 'float', 'double']);

/** The keywords that constrain one value, without those that have schemas in them. */
export function* compareKeywords(pair: SchemaPair): Generator<Difference> {
  const [was, is] = [fieldsOf(pair.before.value), fieldsOf(pair.after.value)];
  for (const [name, effect] of effects(pair)) {
    const change = `${name} ${transition(was[name], is[name])}`;
    yield fieldChanged({ ...pair, field: name }, rate(pair.direction, name, effect), change);
  }
  yield* compareValues(pair);
  if (!isDeepStrictEqual(was.default, is.default)) {
    const change = `default ${transition(was.default, is.default)}`;
    const rating =
      pair.direction === 'request'
        ? breaksBoth('request-default-changed', 'its absence means something else')
        : harmless('response-default-changed', 'generated clients may fill it in');
    yield finding(pair.after, change, rating, 'default');
  }
  if (
    was.format !== is.format &&
    [was.format, is.format].every((format) => format === undefined || looseFormats.has(format))
  )
    yield fieldChanged(
      { ...pair, field: 'format' },
      harmless('format-name-changed', 'generated types are made from it'),
    );
}

function* effects(pair: Pair): Generator<readonly [name: Constraint, effect: Effect]> {
  const [was, is] = [fieldsOf(pair.before.value), fieldsOf(pair.after.value)];
  const type = typeEffect(was, is);
  if (type !== undefined) yield ['type', type];
  for (const [names, higher, lower] of [
    [upperBounds, 'looser', 'tighter'],
    [lowerBounds, 'tighter', 'looser'],
  ] as const) {
    for (const name of names) {
      if (was[name] === is[name]) continue;
      // A length or a number of items is never below 0.
      const none =
        names === upperBounds ? Infinity : /Length|Items|Properties/.test(name) ? 0 : -Infinity;
      const order = compareNumbers(toNumber(is[name] ?? none), toNumber(was[name] ?? none));
      if (order !== 0) yield [name, order > 0 ? higher : lower];
    }
  }
  for (const name of opaqueKeywords) {
    const [from, to] = [was[name], is[name]].map((value) =>
      looseFormats.has(value) ? undefined : value,
    );
    if (from === to || isSame(pair, name)) continue;
    yield [name, from === undefined ? 'tighter' : to === undefined ? 'looser' : 'changed'];
  }
  if (Boolean(was.uniqueItems) !== Boolean(is.uniqueItems))
    yield ['uniqueItems', is.uniqueItems === true ? 'tighter' : 'looser'];
}

function toNumber(value: unknown): Numeric {
  return isNumeric(value) ? value : Number(value);
}

function typeEffect(was: JsonObject, is: JsonObject): Effect | undefined {
  if (was.type === is.type) return undefined;
  const [from, to] = [typesOf(was), typesOf(is)];
  const [more, less] = [
    to.some((type) => !from.includes(type)),
    from.some((type) => !to.includes(type)),
  ];
  if (more && less) return 'changed';
  return more ? 'looser' : less ? 'tighter' : undefined;
}

const allTypes = ['null', 'boolean', 'object', 'array', 'string', 'integer', 'fraction'];

/** The types that a schema allows. One without `type` means objects where it has fields, and so on. */
function typesOf({ type, properties, items, ...schema }: JsonObject): readonly string[] {
  const listed = type === undefined ? valuesOf(schema)?.listed.map(typeOf) : undefined;
  const implied = properties !== undefined ? 'object' : items !== undefined ? 'array' : undefined;
  const types = type ?? listed ?? implied;
  if (types === undefined) return allTypes;
  const named = [types].flat().map(String);
  return named.flatMap((name) => (name === 'number' ? ['integer', 'fraction'] : [name]));
}

function typeOf(json: string): string {
  const value: unknown = JSON.parse(json);
  if (value === null) return 'null';
  if (Number.isInteger(value)) return 'integer';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** `const` and `enum` alike. Clients expect more values than `x-extensible-enum` lists, but rely on these. */
export function* compareValues(pair: SchemaPair): Generator<Difference> {
  const { before, after, direction } = pair;
  const [was, is] = valuesOfBoth(pair);
  if (is === undefined) {
    if (was !== undefined) {
      const rating = rate(direction, was.keyword, 'looser');
      yield finding(before, 'any value allowed', rating, was.keyword);
    }
    return;
  }
  const { keyword } = is;
  const found = (change: string, effect: Effect) =>
    finding(after, change, rate(direction, keyword, effect), keyword);
  if (was === undefined) {
    yield found(`only ${is.listed.join(', ')} allowed`, 'tighter');
    return;
  }
  // There may be thousands.
  const old = new Set(was.listed);
  const now = new Set(is.listed);
  const added = is.listed.filter((value) => !old.has(value));
  const removed = was.listed.filter((value) => !now.has(value));
  if (was.isOpen !== is.isOpen)
    yield found(
      is.isOpen ? 'other values to be expected' : 'no other values to be expected',
      is.isOpen ? 'looser' : 'tighter',
    );
  for (const value of added) {
    if (was.isOpen && is.isOpen && direction === 'response')
      yield finding(
        after,
        `${value} added`,
        mustFollow(`${direction}-x-extensible-enum-looser`, 'clients expect new values'),
        keyword,
      );
    else yield found(`${value} added`, 'looser');
  }
  for (const value of removed) {
    if (was.isOpen)
      yield finding(
        after,
        `${value} removed`,
        breaksBoth(`${direction}-x-extensible-enum-tighter`, 'clients rely on known values'),
        keyword,
      );
    else yield found(`${value} removed`, 'tighter');
  }
}

/**
 * The values of both schemas. In OpenAPI 3.0 authors leave null out of the values of a nullable schema, and others write it there, so
 * between two schemas that are nullable by type it makes no difference.
 */
function valuesOfBoth({ before, after }: Pair) {
  const schemas = [before, after].map(({ value }) => fieldsOf(value));
  const is30 = ({ document }: Place) => String(document.openapi).startsWith('3.0.');
  const isNullAmbiguous =
    (is30(before) || is30(after)) && schemas.every((schema) => typesOf(schema).includes('null'));
  return schemas.map((schema) => {
    const values = valuesOf(schema);
    if (values === undefined || !isNullAmbiguous) return values;
    return { ...values, listed: values.listed.filter((value) => value !== 'null') };
  });
}

function valuesOf(schema: JsonObject) {
  const keyword = valueKeywords.find((name) => schema[name] !== undefined);
  if (keyword === undefined) return undefined;
  const { const: only, enum: listed = [], 'x-extensible-enum': known = [] } = schema;
  const all = [...new Set([listed, known].flat().map(writeJson))];
  const isOpen = schema['x-extensible-enum'] !== undefined;
  if (only === undefined) return { keyword, listed: all, isOpen };
  const one = writeJson(only);
  return { keyword, listed: all.length === 0 || all.includes(one) ? [one] : [], isOpen };
}

// Patterns are too long for a line, and may contain invisible characters.
const shownLength = 30;

function transition(was: unknown, is: unknown): string {
  const [before, after] = [was, is].map((value) =>
    value === undefined ? ['none'] : [value].flat(),
  );
  const change = `${before?.join(' or ')} → ${after?.join(' or ')}`;
  if (before?.join() === after?.join()) return 'changed';
  const isPlain = [before, after].flat().every((value) => typeof value !== 'object');
  if (isPlain && change.length <= shownLength && /^[ -~→]*$/.test(change)) return change;
  return was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
}
