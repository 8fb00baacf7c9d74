import fc, { type Arbitrary } from 'fast-check';
import { sampleLimits, schemaLimits } from '../../bounded/limits.ts';
import type { Parameter } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import type { Choices } from '../schema/discriminator.ts';
import type { Validator } from '../schema/validator.ts';
import { matchingText } from './matching-text.ts';
import { isReadOnly, requiredIn, type SchemaResolver, typeOf } from './sample.ts';
import { numberAt } from './scalars.ts';

/** Bodies similar to the schema: generated from it, or the accepted body with one field replaced or added. */
export function bodyArbitrary(
  schema: string | undefined,
  accepted: unknown,
  validator: SchemaResolver & Pick<Validator, 'schemaAt'>,
): Arbitrary<unknown> {
  if (schema === undefined) return fc.jsonValue({ maxDepth: 3 });
  const made = createArbitraries(validator).of(validator.schemaAt(schema));
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

/** How many values there are in one that is made, about. */
interface Made {
  readonly arbitrary: Arbitrary<unknown>;
  readonly size: number;
}

const mostMade = 1000;
const mostDepth = 5;

function createArbitraries({ follow, choicesOf }: SchemaResolver) {
  const known = new Map<unknown, Made[]>();

  /** Each schema once for each depth, however often it is used there. */
  function madeOf(schema: unknown, depth: number): Made {
    const followed = follow(schema);
    const made = known.get(followed) ?? [];
    known.set(followed, made);
    made[depth] ??= make(followed, depth);
    return made[depth];
  }

  function make(schema: unknown, depth: number): Made {
    if (!isJsonObject(schema) || depth > mostDepth) return { arbitrary: anything, size: 1 };
    if ('const' in schema) return { arbitrary: fc.constant(schema.const), size: 1 };
    if (Array.isArray(schema.enum)) {
      const values = schema.enum.slice(0, schemaLimits.listed);
      return { arbitrary: fc.constantFrom(...values), size: 1 };
    }
    const branches = [schema.oneOf, schema.anyOf].find(Array.isArray);
    const named = choicesOf(schema);
    if (branches && named) return oneOfNamed(named, depth);
    if (branches) return oneOf(branches, depth);
    if (Array.isArray(schema.allOf)) return allOf(schema.allOf, depth);
    const type = typeOf(schema);
    if (type === 'object') return objectOf(schema, depth);
    if (type === 'array') return listOf(schema, depth);
    return { arbitrary: scalarOf(type, schema), size: 1 };
  }

  function oneOf(choices: readonly unknown[], depth: number): Made {
    const all = choices.map((one) => madeOf(one, depth + 1));
    const arbitrary = fc.oneof(...all.map((one) => one.arbitrary));
    return { arbitrary, size: Math.max(...all.map(({ size }) => size)) };
  }

  /** With the value of the discriminator that names the branch. */
  function oneOfNamed({ field, choices }: Choices, depth: number): Made {
    const all = choices.map(({ schema, values }) => {
      const { arbitrary, size } = madeOf(schema, depth + 1);
      const naming = fc.constantFrom(...values.slice(0, schemaLimits.listed));
      const name = ([made, value]: [unknown, unknown]) =>
        isJsonObject(made) ? { ...made, [field]: value } : made;
      return { arbitrary: fc.tuple(arbitrary, naming).map(name), size };
    });
    return {
      arbitrary: fc.oneof(...all.map(({ arbitrary }) => arbitrary)),
      size: Math.max(...all.map(({ size }) => size)),
    };
  }

  function allOf(parts: readonly unknown[], depth: number): Made {
    const all = fitting(parts.map((one) => madeOf(one, depth + 1)));
    const arbitrary = fc
      .tuple(...all.map((one) => one.arbitrary))
      .map((made) => (made.every(isJsonObject) ? Object.assign({}, ...made) : made[0]));
    return { arbitrary, size: all.reduce((sum, { size }) => sum + size, 0) };
  }

  function listOf(schema: JsonObject, depth: number): Made {
    const items = madeOf(schema.items, depth + 1);
    const minLength = Math.min(numberAt(schema, 'minItems') ?? 0, 20);
    const room = Math.max(Math.floor(mostMade / items.size), minLength, 1);
    const maxLength = Math.max(minLength, Math.min(numberAt(schema, 'maxItems') ?? 4, 20, room));
    const size = 1 + items.size * maxLength;
    if (size > mostMade * 20) return { arbitrary: fc.constant([]), size: 1 };
    return { arbitrary: fc.array(items.arbitrary, { minLength, maxLength }), size };
  }

  function objectOf(schema: JsonObject, depth: number): Made {
    const required = new Set(requiredIn(schema));
    const fields = Object.entries(fieldsOf(schema.properties))
      .filter(([, property]) => !isReadOnly(property))
      .map(([name, property]) => ({ name, ...madeOf(property, depth + 1) }))
      .sort((one, other) => Number(required.has(other.name)) - Number(required.has(one.name)));
    const chosen = fitting(fields);
    const arbitrary = fc.record(
      Object.fromEntries(chosen.map((one) => [one.name, one.arbitrary])),
      { requiredKeys: chosen.map(({ name }) => name).filter((name) => required.has(name)) },
    );
    return { arbitrary, size: chosen.reduce((sum, { size }) => sum + size, 1) };
  }

  return { of: (schema: unknown) => madeOf(schema, 0).arbitrary };
}

/** The first ones, as long as the whole does not get too large. */
function fitting<One extends Made>(all: readonly One[]): One[] {
  let room = mostMade;
  return all.filter(({ size }) => {
    room -= size;
    return room >= 0;
  });
}

function scalarOf(type: string, schema: JsonObject): Arbitrary<unknown> {
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return numberOf(type, schema);
  return type === 'null' ? fc.constant(null) : textOf(schema);
}

function numberOf(type: string, schema: JsonObject): Arbitrary<number> {
  const min = numberAt(schema, 'minimum') ?? numberAt(schema, 'exclusiveMinimum') ?? -1_000_000;
  const max = Math.max(
    min,
    numberAt(schema, 'maximum') ?? numberAt(schema, 'exclusiveMaximum') ?? 1_000_000,
  );
  if (type !== 'integer') return fc.double({ min, max, noNaN: true });
  const safe = (value: number) =>
    Math.max(Number.MIN_SAFE_INTEGER, Math.min(value, Number.MAX_SAFE_INTEGER));
  // Beyond them, not every integer is a number, and the library would look for ever.
  const low = safe(Math.ceil(min));
  return fc.integer({ min: low, max: Math.max(low, safe(Math.floor(max))) });
}

function textOf(schema: JsonObject): Arbitrary<string> {
  const least = Math.min(numberAt(schema, 'minLength') ?? 0, sampleLimits.characters);
  const minLength = Math.min(least, 40);
  const maxLength = Math.max(
    minLength,
    Math.min(numberAt(schema, 'maxLength') ?? 40, minLength + 60),
  );
  const text = fc
    .oneof(fc.string({ minLength, maxLength }), codePoints({ minLength, maxLength }))
    .map((made) => made.padEnd(least, 'x'));
  const pattern = schema.pattern;
  if (typeof pattern !== 'string') return minLength === 0 ? fc.oneof(text, strange) : text;
  const matching = matchingText(pattern);
  if (matching === undefined) return text;
  return fc.oneof({ weight: 3, arbitrary: matching }, { weight: 1, arbitrary: text });
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
