import fc from 'fast-check';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { type Schema, withBranches } from '../schema/decisions.ts';
import type { Validator } from '../schema/validator.ts';

/** What to follow where a schema leaves a choice: the branch of `oneOf` and `anyOf` with this number, and a condition. */
type Way = { readonly branch?: number; readonly condition?: 'then' | 'else' };

/** In the order in which they are tried. */
const ways: readonly Way[] = [{}, { condition: 'then' }, { condition: 'else' }, { branch: 1 }, { branch: 2 }];

export type SchemaResolver = Pick<Validator, 'follow'> & { readonly way?: Way };

/** The simplest value that the schema at a pointer allows; the simplest of all when none of those tried is valid. */
export function validSampleOf(pointer: string, validator: Omit<Validator, 'checkFormats'>): unknown {
  const schema = validator.schemaAt(pointer);
  for (const way of ways) {
    const sample = sampleOf(schema, { follow: validator.follow, way });
    if (validator.check(pointer, sample)?.length === 0) return sample;
  }
  return sampleOf(schema, validator);
}

/** The simplest value of a schema, always the same. Examples in the schema come first. */
export function sampleOf(schema: Schema | undefined, validator: SchemaResolver, depth = 0): unknown {
  if (!isJsonObject(schema)) return 'sample';
  const [example] = exampleIn(schema);
  if (example !== undefined) return example;
  if (depth > 8) return null;
  const whole = withParts(schema, validator, depth);
  const [combined] = exampleIn(whole);
  return combined === undefined ? typedSample(typeOf(whole), whole, validator, depth) : combined;
}

/** The value that a schema names, if any. */
function exampleIn(schema: JsonObject): readonly unknown[] {
  if ('const' in schema) return [schema.const];
  if ('example' in schema) return [schema.example];
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return [schema.examples[0]];
  if (Array.isArray(schema.enum)) return [schema.enum.find((value) => value !== null) ?? null];
  return 'default' in schema && schema.default !== null ? [schema.default] : [];
}

/** A schema with the keywords of its parts: of `allOf`, of the chosen branches, and of a condition. */
function withParts(schema: JsonObject, validator: SchemaResolver, depth: number): JsonObject {
  const { branch, condition } = validator.way ?? {};
  const { allOf, oneOf, anyOf, ...own } = schema;
  const conditional = condition === 'then' ? [schema.if, schema.then] : condition && [schema.else];
  const chosen = [allOf, choose(oneOf, branch), choose(anyOf, branch), conditional].flat();
  const followed = chosen.map((part) => validator.follow(part)).filter(isJsonObject);
  if (followed.length === 0 || depth > 8) return schema;
  const parts = followed.map((part) => byFields(withParts(part, validator, depth + 1)));
  const all = [...parts, own, discriminated(schema, validator)];
  const properties: Record<string, unknown> = {};
  for (const [name, property] of all.flatMap((part) => Object.entries(fieldsOf(part.properties))))
    properties[name] = Object.hasOwn(properties, name) ? { allOf: [properties[name], property] } : property;
  const required = [...new Set(all.flatMap(requiredIn))];
  return Object.assign({}, ...all, { properties, required });
}

/** A part whose example is an object, as the examples of its fields. */
function byFields(part: JsonObject): JsonObject {
  const [example] = exampleIn(part);
  if (!isJsonObject(example)) return part;
  const properties = Object.entries(example).map(([name, value]) => [name, { const: value }]);
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(example) };
}

export function requiredIn(schema: JsonObject): string[] {
  return Array.isArray(schema.required) ? schema.required.map(String) : [];
}

/** The field that names the chosen branch, where the branch itself does not: by `mapping`, or by the name of its schema. */
function discriminated(schema: JsonObject, validator: SchemaResolver): JsonObject {
  const number = validator.way?.branch;
  const branch = choose(schema.oneOf, number) ?? choose(schema.anyOf, number);
  const { discriminator } = schema;
  if (!isJsonObject(discriminator) || !isJsonObject(branch) || typeof branch.$ref !== 'string') return {};
  const name = String(discriminator.propertyName);
  const target = validator.follow(branch);
  const own = validator.follow(fieldsOf(fieldsOf(target).properties)[name]);
  if (isJsonObject(own) && ('const' in own || 'enum' in own || 'example' in own)) return {};
  const last = (text: string) => text.split('/').at(-1);
  const mapping = Object.entries(fieldsOf(discriminator.mapping));
  const mapped = mapping.find(([, to]) => last(String(to)) === last(String(branch.$ref)));
  return { properties: { [name]: { const: mapped?.[0] ?? last(branch.$ref) } }, required: [name] };
}

export function typeOf(schema: JsonObject): string {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (typeof type === 'string') return type;
  if (['properties', 'additionalProperties', 'required'].some((key) => key in schema)) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : 'string';
}

function typedSample(type: string, schema: JsonObject, validator: SchemaResolver, depth: number): unknown {
  if (type === 'object') return objectSample(schema, validator, depth);
  if (type === 'array') {
    const count = Math.max(numberAt(schema, 'minItems') ?? 0, depth === 0 ? 1 : 0);
    const items = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    return Array.from({ length: Math.min(count, 20) }, (_, at) => {
      const item = validator.follow(items[at] ?? schema.items);
      const choices = isJsonObject(item) && Array.isArray(item.enum) ? item.enum : [];
      const sample = choices[at] ?? sampleOf(item, validator, depth + 1);
      return at in items || at in choices ? sample : vary(sample, at);
    });
  }
  if (type === 'integer' || type === 'number') return numberSample(schema);
  if (type === 'boolean') return true;
  return type === 'null' ? null : stringSample(schema);
}

function objectSample(schema: JsonObject, validator: SchemaResolver, depth: number): JsonObject {
  const properties = fieldsOf(schema.properties);
  const optional = Object.keys(properties).filter((name) => !isReadOnly(validator.follow(properties[name])));
  const names = new Set(requiredIn(schema));
  for (const name of names)
    for (const other of [fieldsOf(schema.dependentRequired)[name]].flat())
      if (other) names.add(String(other));
  const least = numberAt(schema, 'minProperties') ?? 0;
  for (const name of optional) if (names.size < least) names.add(name);
  if (names.size < least) {
    const allowed = { type: 'string', ...fieldsOf(validator.follow(schema.propertyNames)) };
    names.add(String(sampleOf(allowed, validator, depth + 1)));
  }
  const sample = (name: string) =>
    sampleOf(validator.follow(properties[name] ?? schema.additionalProperties), validator, depth + 1);
  return Object.fromEntries([...names].map((name) => [name, sample(name)]));
}

function numberSample(schema: JsonObject): number {
  const step = numberAt(schema, 'multipleOf') ?? 1;
  const lowest = numberAt(schema, 'minimum') ?? numberAt(schema, 'exclusiveMinimum');
  const highest = numberAt(schema, 'maximum') ?? numberAt(schema, 'exclusiveMaximum');
  // A server may have more rules for nothing than for something.
  if (lowest !== undefined && lowest <= 0 && step <= (highest ?? step) && highest !== 0) return step;
  if (lowest === undefined)
    return highest !== undefined && highest < step ? Math.floor(highest / step - 1) * step : step;
  const at = Math.ceil(lowest / step) * step;
  return at === numberAt(schema, 'exclusiveMinimum') ? at + step : at;
}

const formats: Record<string, string> = {
  date: '2024-05-17',
  'date-time': '2024-05-17T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/a',
  'uri-reference': '/a',
  url: 'https://example.com/a',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  byte: 'c2FtcGxl',
  regex: '^a$',
  'json-pointer': '/a',
};

function stringSample(schema: JsonObject): string {
  const least = numberAt(schema, 'minLength') ?? 0;
  const most = numberAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY;
  if (typeof schema.pattern === 'string') return matching(schema.pattern, least, most);
  const known = formats[String(schema.format)] ?? 'sample';
  return known.padEnd(Math.min(least, 10_000), 'x').slice(0, most);
}

/** Tried first: they are easy to read, and the library cannot make texts of every pattern. */
const common = ['sample', 'Sample', 'SAMPLE', 'Sample-1', 'Sample1x', '12345678'];

function matching(pattern: string, least: number, most: number): string {
  const fits = (text: string) => text.length >= least && text.length <= most;
  for (const flags of ['u', '']) {
    try {
      const expression = new RegExp(pattern, flags);
      const readable = common.find((text) => expression.test(text) && fits(text));
      if (readable !== undefined) return readable;
      const found = fc.sample(fc.stringMatching(expression), { numRuns: 200, seed: 1 }).filter(fits);
      // Printable text is easier to read in a report.
      return found.find((text) => /^[\x21-\x7e]{2,}$/.test(text)) ?? found[0] ?? 'sample';
    } catch {
      // Not a pattern with these flags, or not one that the library knows.
    }
  }
  return 'sample';
}

function vary(value: unknown, at: number): unknown {
  if (at === 0) return value;
  if (typeof value === 'number') return value + at;
  return typeof value === 'string' ? `${value}${at}` : value;
}

/** The branch with this number, of those that are not null. */
function choose(list: unknown, number = 0): unknown {
  if (!Array.isArray(list)) return undefined;
  const branches = list.filter((branch) => !isJsonObject(branch) || branch.type !== 'null');
  return branches[number] ?? branches[0];
}

export function numberAt(schema: JsonObject, key: string): number | undefined {
  const value = schema[key];
  return typeof value === 'number' ? value : undefined;
}

export function isReadOnly(property: unknown): boolean {
  return isJsonObject(property) && property.readOnly === true;
}

/** A body without its read-only fields. One schema and its example often serve both requests and responses. */
export function withoutReadOnly(body: unknown, schema: unknown, validator: SchemaResolver): unknown {
  const schemas = withBranches(schema, validator.follow);
  if (schemas.length === 0) return body;
  if (Array.isArray(body)) {
    const items = schemas.find((one) => 'items' in one)?.items;
    return items === undefined ? body : body.map((item) => withoutReadOnly(item, items, validator));
  }
  if (!isJsonObject(body)) return body;
  const fields = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const properties = schemas.flatMap((one) => {
      const own = fieldsOf(one.properties);
      return Object.hasOwn(own, name) ? [own[name]] : [];
    });
    if (properties.some(isReadOnly)) return [];
    return [[name, properties.reduce((sent, property) => withoutReadOnly(sent, property, validator), value)]];
  });
  return Object.fromEntries(fields);
}
