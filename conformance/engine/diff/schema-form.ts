import { fieldsOf, isJsonObject, type JsonObject, pointer } from '../document/model/pointer.ts';
import { lowerBounds, upperBounds } from './keywords.ts';
import { areEqual, below, children, type Place } from './place.ts';

const flags = new Set(['deprecated', 'nullable', 'readOnly', 'uniqueItems', 'writeOnly']);
const annotations = new Set(
  'title description example examples externalDocs default xml'.split(' '),
);

const rewritten = ['allOf', 'anyOf', 'oneOf', 'nullable', 'exclusiveMinimum', 'exclusiveMaximum'];
const forms = new WeakMap<object, Place>();

/** `allOf` is merged into the schema, and null is a type. What can't be merged stays as it is. */
export function schemaForm(place: Place): Place {
  const { value } = place;
  if (!isJsonObject(value) || !rewritten.some((name) => name in value)) return place;
  const known = forms.get(value);
  if (known !== undefined) return { ...known, pointer: place.pointer };
  // A schema that is a branch of itself ends here.
  forms.set(value, place);
  const form = withNull(chosen(merged(place)));
  forms.set(value, form);
  return form;
}

function merged(place: Place): Place {
  const branches = [...children(below(place, 'allOf')).values()].map(schemaForm);
  if (branches.length === 0) return place;
  return combine([without(place, 'allOf'), ...branches]) ?? place;
}

/** Replaces a choice of one schema by the schema, and one of a schema and null by a schema that allows null. */
function chosen(place: Place): Place {
  const keyword = ['anyOf', 'oneOf'].find((name) => name in fieldsOf(place.value));
  if (keyword === undefined) return place;
  const branches = [...children(below(place, keyword)).values()];
  const [only, ...others] = branches.filter((branch) => !isNull(branch));
  const allowsNull = others.length + 1 < branches.length || fieldsOf(place.value).nullable === true;
  const own = without(place, keyword);
  if (only !== undefined && others.length === 0) {
    const form = combine([own, schemaForm(only)]);
    if (form !== undefined)
      return { ...form, value: { ...fieldsOf(form.value), nullable: allowsNull } };
  }
  if (!allowsNull || others.length + 1 < branches.length) return place;
  const all: Place = {
    ...place,
    pointer: place.pointer + pointer(keyword),
    value: [...branches.map(({ value }) => value), { type: 'null' }],
    parts: new Map(branches.map((branch, at) => [String(at), branch])),
  };
  const value = { ...fieldsOf(without(own, 'nullable').value), [keyword]: all.value };
  return { ...place, value, parts: new Map([...(place.parts ?? []), [keyword, all]]) };
}

/** Null as a type, and bounds as numbers, as in JSON Schema 2020-12. */
function withNull(place: Place): Place {
  const { nullable, ...schema } = fieldsOf(place.value);
  const changed: Record<string, unknown> = { ...schema };
  for (const side of ['Minimum', 'Maximum']) {
    const [exclusive, bound] = [`exclusive${side}`, side.toLowerCase()];
    if (typeof schema[exclusive] !== 'boolean') continue;
    changed[exclusive] = schema[exclusive] ? schema[bound] : undefined;
    if (schema[exclusive]) changed[bound] = undefined;
  }
  if (nullable === true) {
    if (schema.type !== undefined) changed.type = [...new Set([schema.type, 'null'].flat())];
    if (Array.isArray(schema.enum)) changed.enum = [...new Set([...schema.enum, null])];
  }
  const parts = [...(place.parts ?? [])].filter(([name, part]) => changed[name] === part.value);
  return { ...place, value: changed, ...(place.parts && { parts: new Map(parts) }) };
}

/** Whether only null has this schema. In OpenAPI 3.0 it is written as the only value. */
export function isNull({ value }: Place): boolean {
  const { type, const: only, enum: values } = fieldsOf(value);
  if (type !== undefined) return type === 'null';
  return only === null || (Array.isArray(values) && values.every((one) => one === null));
}

export function without(place: Place, keyword: string): Place {
  const { [keyword]: _, ...rest } = fieldsOf(place.value);
  return { ...place, value: rest };
}

/** One schema that allows what all of them allow, or undefined where keywords don't have one. */
export function combine(schemas: readonly Place[]): Place | undefined {
  const [first] = schemas;
  if (first === undefined || schemas.some(({ value }) => !isJsonObject(value))) return undefined;
  const fields = schemas.map((schema) => new Set(children(below(schema, 'properties')).keys()));
  const all = new Set(fields.flatMap((names) => [...names]));
  // `additionalProperties` counts the fields of its own schema only.
  const isClosed = (schema: Place, at: number) =>
    ![undefined, true].includes(additional(schema)) && fields[at]?.size !== all.size;
  if (schemas.some(isClosed)) return undefined;
  const parts = new Map<string, Place>();
  for (const schema of schemas) {
    for (const [name, place] of children(schema)) {
      const other = parts.get(name);
      const both = other === undefined ? place : combineKeyword(name, other, place);
      if (both === undefined) return undefined;
      parts.set(name, both);
    }
  }
  return gather(first, parts);
}

function gather(place: Place, parts: ReadonlyMap<string, Place>): Place {
  const value = Object.fromEntries([...parts].map(([name, part]) => [name, part.value]));
  return { ...place, value, parts };
}

const additional = ({ value }: Place): boolean | undefined => {
  const { additionalProperties } = fieldsOf(value);
  return additionalProperties === undefined ? undefined : additionalProperties === true;
};

const isOneOf = (names: readonly string[], name: string) => names.includes(name);

function combineKeyword(name: string, one: Place, other: Place): Place | undefined {
  if (annotations.has(name) || name.startsWith('x-')) return one;
  if (flags.has(name)) return one.value === true ? one : other;
  if (name === 'properties') return combineFields(one, other);
  if (name === 'items') return combineAll(one, other);
  if (areEqual(one, other)) return one;
  const [a, b] = [one.value, other.value];
  if (isOneOf(upperBounds, name)) return Number(a) < Number(b) ? one : other;
  if (isOneOf(lowerBounds, name)) return Number(a) > Number(b) ? one : other;
  const [left, right]: readonly unknown[][] = [[a].flat(), [b].flat()];
  if (name === 'required')
    return { ...one, value: [...new Set([...(left ?? []), ...(right ?? [])])] };
  if (name === 'type' || name === 'enum')
    return { ...one, value: left?.filter((value) => right?.includes(value)) };
  return undefined;
}

function combineFields(one: Place, other: Place): Place {
  const fields = new Map(children(one));
  for (const [name, field] of children(other)) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? field : combineAll(known, field));
  }
  return gather(one, fields);
}

/** A schema with both as branches, merged when it is compared: a schema may contain itself. */
function combineAll(one: Place, other: Place): Place {
  if (areEqual(one, other)) return one;
  const allOf = {
    ...one,
    value: [one.value, other.value],
    parts: new Map([
      ['0', one],
      ['1', other],
    ]),
  };
  const value: JsonObject = { allOf: allOf.value };
  return { ...one, value, parts: new Map([['allOf', allOf]]) };
}
