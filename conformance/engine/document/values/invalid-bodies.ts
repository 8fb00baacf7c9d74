import { writeJson } from '../../bounded/digits.ts';
import { createFuel } from '../../bounded/fuel.ts';
import { addTo } from '../../bounded/long-numbers.ts';
import { groupBy } from '../../group-by.ts';
import { fieldsOf, isJsonObject, type JsonObject, withValueAt } from '../model/pointer.ts';
import { branchesIn } from '../schema/hidden-fields.ts';
import type { Schema } from '../schema/keywords.ts';
import { type Problem, problemsIn, type Validator } from '../schema/validator.ts';
import { requiredIn, sampleOf, typeOf } from './sample.ts';
import { boundAt, numberAt } from './scalars.ts';

export interface InvalidBody {
  /** `/email type integer`: where the change is, and what it is. The same in every run. */
  readonly name: string;
  readonly body: unknown;
  readonly problem: Problem;
}

interface Variant extends InvalidValue {
  readonly parts: readonly string[];
}

/** An accepted body with one change at a time that the schema forbids. */
export function invalidBodies(
  schema: string,
  accepted: unknown,
  validator: Validator,
): InvalidBody[] {
  const variants = [
    ...whole(),
    ...createWalk(validator)(validator.schemaAt(schema), [], accepted, 0, true),
  ];
  const seen = new Set<string>();
  return variants.flatMap(({ name, parts, value }) => {
    const body = withValueAt(accepted, parts, value);
    const text = writeJson(body);
    const problem = problemsIn(validator.check(schema, body))[0];
    if (problem === undefined || text === undefined || seen.has(text)) return [];
    seen.add(text);
    return [{ name: `/${parts.join('/')} ${name}`, body, problem }];
  });
}

/**
 * The bodies in an order in which the first ones say the most: of each field a wrong type and another violation, before a second
 * one of any. Neighbours start with different types.
 */
export function mostTelling(bodies: readonly InvalidBody[]): InvalidBody[] {
  const kindOf = ({ name, problem: { keyword } }: InvalidBody) =>
    `${placeIn(name)} ${keyword === 'type'}`;
  const queues = [...groupBy(bodies, kindOf).values()].map((queue, at) => {
    const start = queue[0]?.problem.keyword === 'type' ? at % queue.length : 0;
    return [...queue.slice(start), ...queue.slice(0, start)];
  });
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  ).flat();
}

/** `/email` of `/email type integer`. */
const placeIn = (name: string) => name.replace(/ [^/]*$/, '');

function whole(): Variant[] {
  const values = {
    null: null,
    array: [],
    'number for the whole': 1,
    string: 'sample',
    boolean: true,
    empty: {},
  };
  return Object.entries(values).map(([name, value]) => ({ name, parts: [], value }));
}

// A field may be an object with as many fields.
const mostSchemas = 300;

function createWalk(validator: Validator) {
  const fuel = createFuel(mostSchemas);

  function walk(
    schema: Schema | undefined,
    parts: readonly string[],
    value: unknown,
    depth: number,
    isWhole = false,
  ): Variant[] {
    if (!isJsonObject(schema) || depth > 5 || !fuel.take()) return [];
    const inside = branchesIn(schema).flatMap((branch) =>
      walk(validator.follow(branch), parts, value, depth + 1, isWhole),
    );
    const here = isWhole ? [] : invalidValues(schema, value).map((one) => ({ ...one, parts }));
    return [...here, ...inside, ...walkFields(schema, parts, value, depth)];
  }

  function walkFields(
    schema: JsonObject,
    parts: readonly string[],
    value: unknown,
    depth: number,
  ): Variant[] {
    if (Array.isArray(value)) {
      const items = validator.follow(schema.items);
      const item = value.length > 0 ? walk(items, [...parts, '0'], value[0], depth + 1) : [];
      return [...item, ...invalidLengths(schema, value).map((one) => ({ ...one, parts }))];
    }
    if (!isJsonObject(value)) return [];
    const required = requiredIn(schema);
    const missing = required.map((name) => ({
      name: 'missing',
      parts: [...parts, name],
      value: undefined,
    }));
    const unknown =
      typeOf(schema) === 'object'
        ? [{ name: 'unknown field', parts: [...parts, 'unknown_field_of_a_test'], value: 'x' }]
        : [];
    const fields = Object.entries(fieldsOf(schema.properties)).flatMap(([name, property]) => {
      const followed = validator.follow(property);
      const path = [...parts, name];
      if (value[name] !== undefined) return walk(followed, path, value[name], depth + 1);
      // A field that the accepted body lacks is added with a sample value, and changed there.
      const sample = sampleOf(followed, validator);
      return walk(followed, [], sample, depth + 1).map((inner) => ({
        name: inner.parts.length > 0 ? `/${inner.parts.join('/')} ${inner.name}` : inner.name,
        parts: path,
        value: withValueAt(sample, inner.parts, inner.value),
      }));
    });
    return [...missing, ...unknown, ...fields];
  }

  return walk;
}

/** A value that a schema may forbid. Undefined: the field is left out. */
interface InvalidValue {
  readonly name: string;
  readonly value: unknown;
}

const ofType: Record<string, unknown> = {
  string: 'sample',
  integer: 1,
  'decimal number': 1.5,
  boolean: true,
  null: null,
  object: {},
  array: [],
  'array of one': ['sample'],
};

const when = (isSo: boolean, name: string, value: unknown): InvalidValue[] =>
  isSo ? [{ name, value }] : [];

function invalidValues(schema: JsonObject, value: unknown): InvalidValue[] {
  const types = Object.entries(ofType).map(([name, wrong]) => ({
    name: `type ${name}`,
    value: wrong,
  }));
  return [...types, ...invalidStrings(schema, value), ...invalidNumbers(schema)];
}

function invalidStrings(schema: JsonObject, value: unknown): InvalidValue[] {
  if (typeOf(schema) !== 'string') return [];
  const least = numberAt(schema, 'minLength') ?? 0;
  const most = numberAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY;
  const base = typeof value === 'string' && value.length > 0 ? value : 'sample';
  // With letters behind it, reports do not recognize a secret that consists of words.
  const filling = isFormatted(schema) ? 'x' : '.';
  const unlike = [
    ...[' ', '!', '\u0000', 'ä', '0', 'a', swapCase(base), base.slice(1), base.slice(0, -1)],
    ...[`${base} `, `${base}\n`, ` ${base}`, ''],
  ];
  return [
    ...when(least > 0, 'minLength', base.slice(0, least - 1)),
    ...when(least > 0, 'empty', ''),
    ...(most < 100_000 ? [{ name: 'maxLength', value: base.padEnd(most + 1, filling) }] : []),
    ...when('enum' in schema, 'enum', 'no_such_value_of_a_test'),
    ...when('enum' in schema, 'enum case', swapCase(base)),
    ...when('const' in schema, 'const', 'no_such_value_of_a_test'),
    ...unlike.flatMap((text, at) => when('pattern' in schema, `pattern ${at + 1}`, text)),
  ];
}

/** Whether a valid text cannot be derived from another. The format `password` only says how forms show the text. */
export const isFormatted = (schema: JsonObject) =>
  'pattern' in schema || (schema.format ?? 'password') !== 'password';

function invalidNumbers(schema: JsonObject): InvalidValue[] {
  const step = numberAt(schema, 'multipleOf') ?? 1;
  const changes = {
    minimum: -step,
    maximum: step,
    exclusiveMinimum: 0,
    exclusiveMaximum: 0,
    multipleOf: step / 2,
  };
  return Object.entries(changes).flatMap(([name, change]) => {
    const bound = boundAt(schema, name);
    return bound === undefined ? [] : [{ name, value: addTo(bound, change) }];
  });
}

function invalidLengths(schema: JsonObject, value: readonly unknown[]): InvalidValue[] {
  const least = numberAt(schema, 'minItems') ?? 0;
  const most = numberAt(schema, 'maxItems') ?? Number.POSITIVE_INFINITY;
  const filler = value[0] ?? 'sample';
  const longer = Array.from({ length: most < 1000 ? most + 1 : 0 }, (_, at) => value[at] ?? filler);
  return [
    ...when(least > 0, 'minItems', value.slice(0, least - 1)),
    ...when(longer.length > 0, 'maxItems', longer),
    ...when(schema.uniqueItems === true, 'uniqueItems', [filler, filler]),
  ];
}

export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
