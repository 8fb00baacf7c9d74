import type { JsonObject } from '../model/pointer.ts';
import { numberAt, typeOf } from './sample.ts';

/** A value that a schema may forbid. Undefined: the field is left out. */
export interface InvalidValue {
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

const when = (isSo: boolean, name: string, value: unknown): InvalidValue[] => (isSo ? [{ name, value }] : []);

/** Values that the schema may forbid, to replace a value that it allows. */
export function invalidValues(schema: JsonObject, value: unknown): InvalidValue[] {
  const types = Object.entries(ofType).map(([name, wrong]) => ({ name: `type ${name}`, value: wrong }));
  return [...types, ...invalidStrings(schema, value), ...invalidNumbers(schema)];
}

function invalidStrings(schema: JsonObject, value: unknown): InvalidValue[] {
  if (typeOf(schema) !== 'string') return [];
  const least = numberAt(schema, 'minLength') ?? 0;
  const most = numberAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY;
  const base = typeof value === 'string' && value.length > 0 ? value : 'sample';
  const unlike = [
    ...[' ', '!', '\u0000', 'ä', '0', 'a', swapCase(base), base.slice(1), base.slice(0, -1)],
    ...[`${base} `, `${base}\n`, ` ${base}`, ''],
  ];
  return [
    ...when(least > 0, 'minLength', base.slice(0, least - 1)),
    ...when(least > 0, 'empty', ''),
    ...(most < 100_000 ? [{ name: 'maxLength', value: base.padEnd(most + 1, 'x') }] : []),
    ...when('enum' in schema, 'enum', 'no_such_value_of_a_test'),
    ...when('enum' in schema, 'enum case', swapCase(base)),
    ...when('const' in schema, 'const', 'no_such_value_of_a_test'),
    ...unlike.flatMap((text, at) => when('pattern' in schema, `pattern ${at + 1}`, text)),
  ];
}

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
    const bound = numberAt(schema, name);
    return bound === undefined ? [] : [{ name, value: bound + change }];
  });
}

/** Arrays that are too short, too long, or contain an item twice. */
export function invalidLengths(schema: JsonObject, value: readonly unknown[]): InvalidValue[] {
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
