import { schemaLimits } from '../../bounded/limits.ts';
import type { Parameter } from '../model/operation.ts';
import { fieldsOf, type JsonObject } from '../model/pointer.ts';
import type { Validator } from '../schema/validator.ts';
import { parameterSchema } from './field-schemas.ts';
import { examplesOf } from './request-values.ts';
import { sampleOf, typeOf, validSampleOf } from './sample.ts';
import { numberAt } from './scalars.ts';

export interface ValidValue {
  readonly name: string;
  readonly value: unknown;
  /** Whether the document names the value or the bound: a text may have to mean something. */
  readonly isStated: boolean;
}

/** The values of a parameter that say most about a server: each of an enumeration, both booleans, the edges of ranges and lengths. */
export function validValues(
  { schema: at, value: own, in: place }: Parameter,
  validator: Validator,
): ValidValue[] {
  if (at === undefined) return [];
  const schema = parameterSchema(validator, at);
  const found = [
    ...statedIn(schema, validator),
    ...examplesOf(own).map(({ value }) => stated('the example', value)),
    ...('default' in schema ? [stated('the default', schema.default)] : []),
    ...textsIn(schema),
    text('a sample', validSampleOf(at, validator)),
    ...listsIn(schema, validator),
    ...(place === 'query' ? [...emptyTexts(schema), ...farNumbers(schema)] : []),
  ].filter(({ value }) => validator.check(at, value).valid === true);
  return [
    ...new Map(found.toReversed().map((one) => [JSON.stringify(one.value), one])).values(),
  ].toReversed();
}

const stated = (name: string, value: unknown): ValidValue => ({ name, value, isStated: true });
const text = (name: string, value: unknown): ValidValue => ({ name, value, isStated: false });

function statedIn(schema: JsonObject, validator: Validator): ValidValue[] {
  if (Array.isArray(schema.enum))
    return schema.enum
      .slice(0, schemaLimits.listed)
      .filter((value) => value !== null)
      .map((value) => stated(JSON.stringify(value), value));
  const type = typeOf(schema);
  if (type === 'boolean') return [stated('true', true), stated('false', false)];
  if (type === 'integer' || type === 'number') return boundsOf(schema, type);
  if (type !== 'array') return [];
  const items = statedIn(fieldsOf(validator.follow(schema.items)), validator);
  const all = items.slice(0, 10);
  const several =
    all.length > 1
      ? [
          stated(
            'several',
            all.map(({ value }) => value),
          ),
        ]
      : [];
  return [...all.map(({ name, value }) => stated(`a list of ${name}`, [value])), ...several];
}

// Where nobody has thought of a limit, a generator writes that of its own type.
const mostWritten = 2 ** 31 - 1;

function boundsOf(schema: JsonObject, type: string): ValidValue[] {
  const step = numberAt(schema, 'multipleOf') ?? (type === 'integer' ? 1 : undefined);
  const bounds = [
    ['minimum', 0],
    ['maximum', 0],
    ['exclusiveMinimum', 1],
    ['exclusiveMaximum', -1],
  ] as const;
  return bounds.flatMap(([name, side]) => {
    const bound = numberAt(schema, name);
    if (bound === undefined || Math.abs(bound) >= mostWritten) return [];
    if (side === 0) return [stated(name, bound)];
    return step === undefined ? [] : [stated(name, bound + side * step)];
  });
}

/**
 * Where the document sets no bound: a server may have one, and has to say so. An offset of -1 or a limit of 1000 that ends in a
 * server error is a defect; a rejection is none.
 */
function farNumbers(schema: JsonObject): ValidValue[] {
  const type = typeOf(schema);
  if ((type !== 'integer' && type !== 'number') || 'enum' in schema) return [];
  const isBounded = (...names: readonly string[]) => names.some((name) => name in schema);
  const below = isBounded('minimum', 'exclusiveMinimum') ? [] : [text('a negative number', -1)];
  const above = isBounded('maximum', 'exclusiveMaximum')
    ? []
    : [text('a large number', 1000), text('a very large number', mostWritten)];
  return [...below, ...above];
}

/** A list without items, as sampled, says nothing about what items may be. */
function listsIn(schema: JsonObject, validator: Validator): ValidValue[] {
  if (typeOf(schema) !== 'array') return [];
  const item = sampleOf(validator.follow(schema.items), validator, 1);
  return item === undefined ? [] : [text('a list of a sample', [item])];
}

/** What a form sends for a field that nobody filled in. */
function emptyTexts(schema: JsonObject): ValidValue[] {
  const isText = typeOf(schema) === 'string' && !('format' in schema) && !('enum' in schema);
  return isText ? [text('an empty text', '')] : [];
}

function textsIn(schema: JsonObject): ValidValue[] {
  if (typeOf(schema) !== 'string' || 'enum' in schema || 'pattern' in schema || 'format' in schema)
    return [];
  const least = numberAt(schema, 'minLength') ?? 0;
  const most = numberAt(schema, 'maxLength');
  return [
    ...(least > 0 ? [text('minLength', 'x'.repeat(Math.min(least, 1000)))] : []),
    ...(most !== undefined && most <= 1000 ? [text('maxLength', 'x'.repeat(most))] : []),
  ];
}
