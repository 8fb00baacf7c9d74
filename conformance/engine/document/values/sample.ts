import fc from 'fast-check';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { type Schema, withBranches } from '../schema/decisions.ts';
import type { Validator } from '../schema/validator.ts';

export type SchemaResolver = Pick<Validator, 'follow'>;

/** The simplest value that a schema allows, always the same. Examples in the schema come first. */
export function sampleOf(schema: Schema | undefined, validator: SchemaResolver, depth = 0): unknown {
  if (!isJsonObject(schema)) return 'sample';
  if ('const' in schema) return schema.const;
  if ('example' in schema) return schema.example;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== null) ?? null;
  if ('default' in schema && schema.default !== null) return schema.default;
  if (depth > 8) return null;
  const parts = [schema.allOf, first(schema.oneOf), first(schema.anyOf)]
    .flat()
    .filter((part) => part !== undefined);
  if (parts.length > 0) {
    const { allOf: _a, oneOf: _o, anyOf: _n, ...own } = schema;
    const samples = parts.map((part) => sampleOf(validator.follow(part), validator, depth + 1));
    if (!samples.every(isJsonObject)) return samples[0];
    const base = 'properties' in own || own.type === 'object' ? [objectSample(own, validator, depth)] : [];
    return Object.assign({}, ...samples, ...base, discriminated(schema, validator));
  }
  return typedSample(typeOf(schema), schema, validator, depth);
}

/** The field that names the first branch, where the branch itself does not: by `mapping`, or by the name of its schema. */
function discriminated(schema: JsonObject, validator: SchemaResolver): JsonObject {
  const branch = first(schema.oneOf) ?? first(schema.anyOf);
  const { discriminator } = schema;
  if (!isJsonObject(discriminator) || !isJsonObject(branch) || typeof branch.$ref !== 'string') return {};
  const name = String(discriminator.propertyName);
  const target = validator.follow(branch);
  const own = validator.follow(fieldsOf(fieldsOf(target).properties)[name]);
  if (isJsonObject(own) && ('const' in own || 'enum' in own || 'example' in own)) return {};
  const last = (text: string) => text.split('/').at(-1);
  const mapping = Object.entries(fieldsOf(discriminator.mapping));
  const mapped = mapping.find(([, to]) => last(String(to)) === last(String(branch.$ref)));
  return { [name]: mapped?.[0] ?? last(branch.$ref) };
}

export function typeOf(schema: JsonObject): string {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (typeof type === 'string') return type;
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  return 'items' in schema ? 'array' : 'string';
}

function typedSample(type: string, schema: JsonObject, validator: SchemaResolver, depth: number): unknown {
  if (type === 'object') return objectSample(schema, validator, depth);
  if (type === 'array') {
    const count = Math.max(numberAt(schema, 'minItems') ?? 0, depth === 0 ? 1 : 0);
    const item = validator.follow(schema.items);
    return Array.from({ length: Math.min(count, 20) }, (_, at) =>
      vary(sampleOf(item, validator, depth + 1), at),
    );
  }
  if (type === 'integer' || type === 'number') return numberSample(schema);
  if (type === 'boolean') return true;
  return type === 'null' ? null : stringSample(schema);
}

function objectSample(schema: JsonObject, validator: SchemaResolver, depth: number): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const properties = fieldsOf(schema.properties);
  const sample = (name: string) => sampleOf(validator.follow(properties[name]), validator, depth + 1);
  return Object.fromEntries(required.map((name) => [name, sample(name)]));
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

function matching(pattern: string, least: number, most: number): string {
  try {
    const found = fc
      .sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 200, seed: 1 })
      .filter((text) => text.length >= least && text.length <= most);
    // Printable text is easier to read in a report.
    return found.find((text) => /^[\x21-\x7e]{2,}$/.test(text)) ?? found[0] ?? 'sample';
  } catch {
    return 'sample';
  }
}

function vary(value: unknown, at: number): unknown {
  if (at === 0) return value;
  if (typeof value === 'number') return value + at;
  return typeof value === 'string' ? `${value}${at}` : value;
}

function first(list: unknown): unknown {
  if (!Array.isArray(list)) return undefined;
  return list.find((branch) => !isJsonObject(branch) || branch.type !== 'null');
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
