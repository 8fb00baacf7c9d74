import fc, { type Arbitrary } from 'fast-check';
import { compilePattern } from '../../bounded/pattern.ts';
import type { Parameter } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import type { Validator } from '../schema/validator.ts';
import { isReadOnly, requiredIn, type SchemaResolver, typeOf } from './sample.ts';
import { numberAt } from './scalars.ts';

/** Bodies similar to the schema: generated from it, or the accepted body with one field replaced or added. */
export function bodyArbitrary(
  schema: string | undefined,
  accepted: unknown,
  validator: SchemaResolver & Pick<Validator, 'schemaAt'>,
): Arbitrary<unknown> {
  if (schema === undefined) return fc.jsonValue({ maxDepth: 3 });
  const made = arbitraryOf(validator.schemaAt(schema), validator, 0);
  if (!isJsonObject(accepted))
    return fc.oneof({ weight: 3, arbitrary: made }, { weight: 1, arbitrary: anything });
  const names = Object.keys(accepted);
  const texts = names.filter((name) => typeof accepted[name] === 'string');
  const withOne = (fields: readonly string[], changed: Arbitrary<unknown>) =>
    fc
      .record({ name: fc.constantFrom(...fields), value: changed })
      .map(({ name, value }) => Object.fromEntries([...Object.entries(accepted), [name, value]]));
  const swapped = names.length === 0 ? anything : withOne(names, anything);
  const added = ['__proto__', 'constructor', 'extra', '', 'id', '$ref'];
  return fc.oneof(
    { weight: 4, arbitrary: made },
    { weight: 3, arbitrary: swapped },
    { weight: 2, arbitrary: texts.length === 0 ? swapped : withOne(texts, punctuation) },
    { weight: 1, arbitrary: withOne(added, anything) },
    { weight: 1, arbitrary: anything },
  );
}

const strange = fc.constantFrom(
  ...['', ' ', '\u0000', '\u202e', 'a\r\nb', '😀', 'ß', `$\{x}`, '{{7*7}}', "'", '"', '\\'],
  ...['null', '0', '-1', '1e9'],
);
// Valid text as a rule, with characters that mean something to templates, shells and databases.
const punctuation = fc.string({
  unit: fc.constantFrom(...`'"\\\`$%&;|<>{}()*?#`),
  minLength: 1,
  maxLength: 12,
});
const anyText = fc.oneof(fc.string({ maxLength: 40 }), codePoints({ maxLength: 10 }), strange);
const anything: Arbitrary<unknown> = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }));

/** Text for a parameter. An empty path segment would be another path. */
export function textArbitrary(place: Parameter['in']): Arbitrary<string> {
  const printable = fc.string({ minLength: 1, maxLength: 20 });
  if (place === 'header') return printable.map((text) => text.trim() || 'x');
  const text = fc.oneof(printable, fc.integer().map(String), strange);
  return place === 'path' ? text.filter((one) => one !== '' && !/^\.{1,2}$/.test(one)) : text;
}

function arbitraryOf(
  schema: unknown,
  validator: SchemaResolver,
  depth: number,
): Arbitrary<unknown> {
  if (!isJsonObject(schema) || depth > 5) return anything;
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = [schema.oneOf, schema.anyOf].find(Array.isArray);
  if (choices)
    return fc.oneof(
      ...choices.map((one) => arbitraryOf(validator.follow(one), validator, depth + 1)),
    );
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((one) =>
      arbitraryOf(validator.follow(one), validator, depth + 1),
    );
    return fc
      .tuple(...parts)
      .map((all) => (all.every(isJsonObject) ? Object.assign({}, ...all) : all[0]));
  }
  const type = typeOf(schema);
  if (type === 'object') return objectOf(schema, validator, depth);
  if (type === 'array') {
    const items = arbitraryOf(validator.follow(schema.items), validator, depth + 1);
    const minLength = Math.min(numberAt(schema, 'minItems') ?? 0, 20);
    return fc.array(items, {
      minLength,
      maxLength: Math.max(minLength, Math.min(numberAt(schema, 'maxItems') ?? 4, 20)),
    });
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return numberOf(type, schema);
  return type === 'null' ? fc.constant(null) : textOf(schema);
}

function objectOf(
  schema: JsonObject,
  validator: SchemaResolver,
  depth: number,
): Arbitrary<unknown> {
  const required = requiredIn(schema);
  const fields = Object.entries(fieldsOf(schema.properties))
    .filter(([, property]) => !isReadOnly(property))
    .map(([name, property]): [string, Arbitrary<unknown>] => [
      name,
      arbitraryOf(validator.follow(property), validator, depth + 1),
    ]);
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => fields.some(([field]) => field === name)),
  });
}

function numberOf(type: string, schema: JsonObject): Arbitrary<number> {
  const min = numberAt(schema, 'minimum') ?? numberAt(schema, 'exclusiveMinimum') ?? -1_000_000;
  const max = Math.max(
    min,
    numberAt(schema, 'maximum') ?? numberAt(schema, 'exclusiveMaximum') ?? 1_000_000,
  );
  return type === 'integer'
    ? fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) })
    : fc.double({ min, max, noNaN: true });
}

function textOf(schema: JsonObject): Arbitrary<string> {
  const minLength = Math.min(numberAt(schema, 'minLength') ?? 0, 2000);
  const maxLength = Math.max(
    minLength,
    Math.min(numberAt(schema, 'maxLength') ?? 40, minLength + 60),
  );
  const text = fc.oneof(fc.string({ minLength, maxLength }), codePoints({ minLength, maxLength }));
  const pattern = schema.pattern;
  if (typeof pattern !== 'string') return minLength === 0 ? fc.oneof(text, strange) : text;
  const { model } = compilePattern(pattern);
  if (model === undefined) return text;
  try {
    return fc.oneof(
      { weight: 3, arbitrary: fc.stringMatching(model) },
      { weight: 1, arbitrary: text },
    );
  } catch {
    return text;
  }
}

// Like `fc.string({ unit: 'binary' })`, which needs most of a second to build a table of all Unicode first.
function codePoints(length: {
  readonly minLength?: number;
  readonly maxLength: number;
}): Arbitrary<string> {
  const [surrogates, surrogatesEnd, last] = [0xd800, 0xe000, 0x10ffff];
  const skipped = surrogatesEnd - surrogates;
  return fc
    .array(fc.nat(last - skipped), length)
    .map((codes) =>
      String.fromCodePoint(...codes.map((code) => (code < surrogates ? code : code + skipped))),
    );
}
