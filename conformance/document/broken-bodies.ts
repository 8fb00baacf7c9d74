import type { Schema } from './decisions.ts';
import { isTree, type Tree, withValueAt } from './pointer.ts';
import { numberAt, sampleOf, typeOf } from './sample.ts';
import type { Problem, Validator } from './validator.ts';

export interface BrokenBody {
  /** `/email type integer`: what was done where; the same in every run. */
  readonly name: string;
  readonly body: unknown;
  /** What the schema says of it. */
  readonly problem: Problem;
}

/** An accepted body, broken one keyword at a time. Whatever the schema lets through after all is left out. */
export function brokenBodies(schema: string, accepted: unknown, validator: Validator): BrokenBody[] {
  const variants = [...whole(), ...walk(validator.schemaAt(schema), [], accepted, validator, 0, true)];
  const seen = new Set<string>();
  return variants.flatMap(({ name, parts, value }) => {
    const body = withValueAt(accepted, parts, value);
    const text = JSON.stringify(body);
    const problem = validator.check(schema, body)?.[0];
    if (problem === undefined || text === undefined || seen.has(text)) return [];
    seen.add(text);
    return [{ name: `/${parts.join('/')} ${name}`, body, problem }];
  });
}

interface Variant {
  readonly name: string;
  readonly parts: readonly string[];
  /** Undefined: the member is left out. */
  readonly value: unknown;
}

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

function walk(
  schema: Schema | undefined,
  parts: readonly string[],
  value: unknown,
  validator: Validator,
  depth: number,
  isWhole = false,
): Variant[] {
  if (!isTree(schema) || depth > 5) return [];
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
    Array.isArray(schema[key]) ? schema[key] : [],
  );
  const inside = branches.flatMap((branch) =>
    walk(validator.follow(branch), parts, value, validator, depth + 1, isWhole),
  );
  const here = isWhole ? [] : wrongHere(schema, parts, value);
  return [...here, ...inside, ...walkMembers(schema, parts, value, validator, depth)];
}

function walkMembers(
  schema: Tree,
  parts: readonly string[],
  value: unknown,
  validator: Validator,
  depth: number,
): Variant[] {
  if (Array.isArray(value)) {
    const item =
      value.length > 0
        ? walk(validator.follow(schema.items), [...parts, '0'], value[0], validator, depth + 1)
        : [];
    return [...item, ...wrongLengths(schema, parts, value)];
  }
  if (!isTree(value)) return [];
  const properties = isTree(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const missing = required.map((name) => ({ name: 'missing', parts: [...parts, name], value: undefined }));
  const unknown =
    typeOf(schema) === 'object'
      ? [{ name: 'unknown member', parts: [...parts, 'unknown_member_of_a_test'], value: 'x' }]
      : [];
  const members = Object.entries(properties).flatMap(([name, property]) => {
    const followed = validator.follow(property);
    const path = [...parts, name];
    if (value[name] !== undefined) return walk(followed, path, value[name], validator, depth + 1);
    // What the accepted body leaves out is put in, and broken there.
    const sample = sampleOf(followed, validator);
    return walk(followed, [], sample, validator, depth + 1).map((inner) => ({
      name: inner.parts.length > 0 ? `/${inner.parts.join('/')} ${inner.name}` : inner.name,
      parts: path,
      value: withValueAt(sample, inner.parts, inner.value),
    }));
  });
  return [...missing, ...unknown, ...members];
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

function wrongHere(schema: Tree, parts: readonly string[], value: unknown): Variant[] {
  const types = Object.entries(ofType).map(([name, wrong]) => ({
    name: `type ${name}`,
    parts,
    value: wrong,
  }));
  return [
    ...types,
    ...wrongTexts(schema, value).map((one) => ({ ...one, parts })),
    ...wrongNumbers(schema).map((one) => ({ ...one, parts })),
  ];
}

function wrongTexts(schema: Tree, value: unknown): { name: string; value: unknown }[] {
  const least = numberAt(schema, 'minLength') ?? 0;
  const most = numberAt(schema, 'maxLength');
  const base = typeof value === 'string' && value.length > 0 ? value : 'sample';
  const isText = typeOf(schema) === 'string';
  if (!isText) return [];
  return [
    ...(least > 0
      ? [
          { name: 'minLength', value: base.slice(0, least - 1) },
          { name: 'empty', value: '' },
        ]
      : []),
    ...(most !== undefined && most < 100_000
      ? [{ name: 'maxLength', value: base.padEnd(most + 1, 'x') }]
      : []),
    ...('enum' in schema
      ? [
          { name: 'enum', value: 'no_such_value_of_a_test' },
          { name: 'enum case', value: swapCase(base) },
        ]
      : []),
    ...('const' in schema ? [{ name: 'const', value: 'no_such_value_of_a_test' }] : []),
    ...('pattern' in schema
      ? [
          ' ',
          '!',
          '\u0000',
          'ä',
          '0',
          'a',
          swapCase(base),
          base.slice(1),
          base.slice(0, -1),
          `${base} `,
          `${base}\n`,
          ` ${base}`,
          '',
        ].map((text, at) => ({
          name: `pattern ${at + 1}`,
          value: text,
        }))
      : []),
  ];
}

function wrongNumbers(schema: Tree): { name: string; value: number }[] {
  const found: { name: string; value: number }[] = [];
  const step = numberAt(schema, 'multipleOf') ?? 1;
  const at = (key: string, change: number) => {
    const bound = numberAt(schema, key);
    if (bound !== undefined) found.push({ name: key, value: bound + change });
  };
  at('minimum', -step);
  at('maximum', step);
  at('exclusiveMinimum', 0);
  at('exclusiveMaximum', 0);
  at('multipleOf', step / 2);
  return found;
}

function wrongLengths(schema: Tree, parts: readonly string[], value: readonly unknown[]): Variant[] {
  const least = numberAt(schema, 'minItems');
  const most = numberAt(schema, 'maxItems');
  const filler = value[0] ?? 'sample';
  return [
    ...(least !== undefined && least > 0
      ? [{ name: 'minItems', parts, value: value.slice(0, least - 1) }]
      : []),
    ...(most !== undefined && most < 1000
      ? [{ name: 'maxItems', parts, value: Array.from({ length: most + 1 }, (_, at) => value[at] ?? filler) }]
      : []),
    ...(schema.uniqueItems === true ? [{ name: 'uniqueItems', parts, value: [filler, filler] }] : []),
  ];
}

export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
