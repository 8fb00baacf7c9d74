import { compareNumbers, isNumeric } from '../../bounded/long-numbers.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';

type Merge = (one: unknown, other: unknown) => unknown;

/** One schema for the values that all of these allow. Of annotations, such as `example`, the last one stays. */
export function intersect(schemas: readonly JsonObject[]): JsonObject {
  return schemas.reduce((one, other) => {
    const isChoice = (key: string) => choices.includes(key) && key in one;
    if (!Object.keys(other).some(isChoice)) return mergeMaps(one, other, mergeKeyword);
    const entries = Object.entries(one);
    const own = Object.fromEntries(entries.filter(([key]) => !isChoice(key)));
    const part = Object.fromEntries(entries.filter(([key]) => isChoice(key)));
    return intersect([own, { allOf: [part] }, other]);
  }, {});
}

const choices = ['oneOf', 'anyOf', 'if', 'then', 'else'];

function mergeKeyword(key: string, one: unknown, other: unknown): unknown {
  return (Object.hasOwn(merges, key) ? merges[key] : undefined)?.(one, other) ?? other;
}

const larger: Merge = (one, other) => (order(one, other) < 0 ? other : one);
const smaller: Merge = (one, other) => (order(one, other) < 0 ? one : other);
const allOf: Merge = (one, other) => ({ allOf: [one, other] });
const fields: Merge = (one, other) =>
  mergeMaps(fieldsOf(one), fieldsOf(other), (_, first, second) => allOf(first, second));
const listed: Merge = (one, other) => [...new Set([one, other].flat())];

const merges: Readonly<Record<string, Merge>> = {
  properties: fields,
  patternProperties: fields,
  dependentSchemas: fields,
  dependentRequired: (one, other) =>
    mergeMaps(fieldsOf(one), fieldsOf(other), (_, ...both) => listed(...both)),
  required: listed,
  allOf: listed,
  items: allOf,
  contains: allOf,
  propertyNames: allOf,
  additionalProperties: (one, other) =>
    isJsonObject(one) && isJsonObject(other) ? allOf(one, other) : one && other,
  not: (one, other) => ({ anyOf: [one, other] }),
  pattern: (one, other) => (one === other ? one : `^(?=[^]*(?:${one}))(?=[^]*(?:${other}))`),
  enum: (one, other) => {
    const allowed = [other].flat().map((value) => JSON.stringify(value));
    return [one].flat().filter((value) => allowed.includes(JSON.stringify(value)));
  },
  type: (one, other) => {
    const common = typesIn(one).filter((type) => typesIn(other).includes(type));
    const types = common.includes('number') ? common.filter((type) => type !== 'integer') : common;
    return types.length === 1 ? types[0] : types;
  },
  ...keywords(
    'minimum exclusiveMinimum minLength minItems minProperties minContains multipleOf',
    larger,
  ),
  ...keywords('maximum exclusiveMaximum maxLength maxItems maxProperties', smaller),
};

function keywords(names: string, merge: Merge): Record<string, Merge> {
  return Object.fromEntries(names.split(' ').map((name) => [name, merge]));
}

function order(one: unknown, other: unknown): number {
  return isNumeric(one) && isNumeric(other) ? compareNumbers(one, other) : 0;
}

/** An integer is a number too. */
function typesIn(type: unknown): unknown[] {
  const types = [type].flat();
  return types.includes('number') ? ['integer', ...types] : types;
}

function mergeMaps(
  one: JsonObject,
  other: JsonObject,
  merge: (key: string, one: unknown, other: unknown) => unknown,
): JsonObject {
  const merged = Object.entries(other).map(([key, value]) => [
    key,
    Object.hasOwn(one, key) ? merge(key, one[key], value) : value,
  ]);
  return { ...one, ...Object.fromEntries(merged) };
}
