import { writeJson } from '../../bounded/digits.ts';
import { fieldsOf, isJsonObject, type JsonObject, withValueAt } from '../model/pointer.ts';
import type { Validator } from '../schema/validator.ts';
import { fieldSchemas, isReference } from './field-schemas.ts';
import { isFormatted } from './invalid-bodies.ts';
import { isReadOnly, sampleOf, typeOf } from './sample.ts';
import { boundAt, numberAt } from './scalars.ts';
import { requiredNames } from './slots.ts';

export const leftOut = 'left out';

/**
 * `stated`: the schema names this value or bound, or says that the field is optional. `text`: the schema allows any text of this
 * length, but the server may have more rules. `empty`: the schema sets no minimum, which authors forget. Of a body, `sparse`: most
 * fields are missing, which a server may reject, but must not fail at.
 */
type Ground = 'stated' | 'text' | 'empty';

interface Variant {
  readonly name: string;
  readonly value: unknown;
  readonly ground: Ground;
}

/** A body that a schema allows, and how it differs from the one that a server has accepted. */
export interface ValidBody {
  /** `/email maxLength`: the same in every run. */
  readonly name: string;
  readonly body: unknown;
  /** Empty where the body has no single changed field. */
  readonly field: string;
  /** The value of that field. */
  readonly value: unknown;
  readonly ground: Ground | 'sparse';
}

/** An accepted body, with one field at a time changed to another value that the schema allows. In a list, of its first item. */
export function validBodies(schema: string, accepted: unknown, validator: Validator): ValidBody[] {
  const root = validator.schemaAt(schema);
  const isList = Array.isArray(accepted);
  const given: unknown = isList ? accepted[0] : accepted;
  const described = isList ? validator.follow(fieldsOf(root).items) : root;
  if (!isJsonObject(described) || !isJsonObject(given)) return [];
  const within = isList ? ['0'] : [];
  return Object.entries(fieldSchemas(described, validator))
    .flatMap(([field, property]) =>
      variantsIn(property, field, given[field], validator).map(
        ({ name, value, ground }): ValidBody => ({
          name: `/${[...within, field].join('/')} ${name}`,
          body: withValueAt(accepted, [...within, field], value),
          field,
          value,
          ground,
        }),
      ),
    )
    .filter(isAllowedOther(schema, accepted, validator));
}

/** The accepted body with only what is required: once as it is, and once with null in every field that may have it. */
export function sparseBodies(schema: string, accepted: unknown, validator: Validator): ValidBody[] {
  const root = validator.schemaAt(schema);
  if (!isJsonObject(root) || !isJsonObject(accepted)) return [];
  const required = new Set(requiredNames(root, validator.follow));
  const least = Object.entries(accepted).filter(([name]) => required.has(name));
  const nullable = Object.entries(fieldSchemas(root, validator)).filter(
    ([, property]) => !isReadOnly(property) && namesNull(property, validator),
  );
  const nulls = nullable.map(([name]) => [name, null] as const);
  const sparse = (name: string, entries: Iterable<readonly [string, unknown]>): ValidBody => ({
    name: `/ ${name}`,
    body: Object.fromEntries(entries),
    field: '',
    value: undefined,
    ground: 'sparse',
  });
  const bodies = [sparse('only required fields', least)];
  if (nulls.length > 0) bodies.push(sparse('only required fields and null', [...least, ...nulls]));
  return bodies.filter(isAllowedOther(schema, accepted, validator));
}

/** Whether a body is not the accepted one, and the schema allows it. */
function isAllowedOther(schema: string, accepted: unknown, validator: Validator) {
  const before = JSON.stringify(accepted);
  return ({ body }: ValidBody) =>
    JSON.stringify(body) !== before && validator.check(schema, body).valid === true;
}

function variantsIn(
  schema: JsonObject,
  field: string,
  given: unknown,
  validator: Validator,
): Variant[] {
  const omitted = given === undefined ? [] : [stated(leftOut, undefined)];
  if (isReadOnly(schema)) return omitted;
  const own = variantsOf(schema, given);
  const nothing = namesNull(schema, validator) ? [stated('null', null)] : [];
  // Any value of a field that was not sent may need a meaning.
  const mayAdd = given === undefined && own.length === 0 && !isReference(field);
  const added = mayAdd ? [text('a sample', sampleOf(schema, validator, 1))] : [];
  return [...omitted, ...own, ...nothing, ...added, ...emptyValues(schema)];
}

export const reversed = (given: string) => [...given].reverse().join('');
const stated = (name: string, value: unknown): Variant => ({ name, value, ground: 'stated' });
const text = (name: string, value: unknown): Variant => ({ name, value, ground: 'text' });
const empty = (name: string, value: unknown): Variant => ({ name, value, ground: 'empty' });

function emptyValues(schema: JsonObject): Variant[] {
  const type = typeOf(schema);
  if (type === 'string' && !isFormatted(schema) && !('enum' in schema))
    return [empty('an empty text', '')];
  if (type === 'object') return [empty('an empty object', {})];
  return type === 'array' ? [empty('an empty list', [])] : [];
}

/** Whether a schema names `null`, itself or in a branch. An enumeration lists it with its other values. */
function namesNull(schema: JsonObject, validator: Validator): boolean {
  const branches = [schema.anyOf, schema.oneOf].flatMap((all) => (Array.isArray(all) ? all : []));
  const types = [schema, ...branches.map(validator.follow)].flatMap((one) => fieldsOf(one).type);
  return !('enum' in schema) && types.includes('null');
}

function variantsOf(schema: JsonObject, given: unknown): Variant[] {
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => stated(`enum ${writeJson(value)}`, value));
  const type = typeOf(schema);
  if (type === 'boolean') return [stated('true', true), stated('false', false)];
  if (type === 'integer' || type === 'number') {
    return ['minimum', 'maximum'].flatMap((bound) => {
      const value = boundAt(schema, bound);
      return value === undefined ? [] : [stated(bound, value)];
    });
  }
  if (type !== 'string' || typeof given !== 'string' || isFormatted(schema)) return [];
  const most = numberAt(schema, 'maxLength');
  const least = numberAt(schema, 'minLength') ?? 0;
  return [
    text('other text', reversed(given)),
    text('letters beyond ASCII', 'Žluťoučký'.slice(0, most)),
    ...(least > 0 ? [text('minLength', 'x'.repeat(least))] : []),
    ...(most !== undefined && most < 20_000 ? [text('maxLength', 'x'.repeat(most))] : []),
  ];
}
