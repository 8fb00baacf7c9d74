import type { JsonObject } from '../model/pointer.ts';
import { numberAt, typeOf } from './sample.ts';

/** A change to a body that its schema may forbid. */
export interface Variant {
  readonly name: string;
  readonly parts: readonly string[];
  /** Undefined: the field is left out. */
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

/** Values that the schema may forbid, to replace a value that it allows. */
export function invalidValues(schema: JsonObject, parts: readonly string[], value: unknown): Variant[] {
  const types = Object.entries(ofType).map(([name, wrong]) => ({
    name: `type ${name}`,
    parts,
    value: wrong,
  }));
  return [
    ...types,
    ...invalidStrings(schema, value).map((one) => ({ ...one, parts })),
    ...invalidNumbers(schema).map((one) => ({ ...one, parts })),
  ];
}

function invalidStrings(schema: JsonObject, value: unknown): { name: string; value: unknown }[] {
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

function invalidNumbers(schema: JsonObject): { name: string; value: number }[] {
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

/** Arrays that are too short, too long, or contain an item twice. */
export function invalidLengths(
  schema: JsonObject,
  parts: readonly string[],
  value: readonly unknown[],
): Variant[] {
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
