import { isNumeric } from '../../bounded/long-numbers.ts';
import { isJsonObject, type JsonObject } from '../model/pointer.ts';

export type Schema = JsonObject | boolean;

/** How a keyword contains schemas: as its value, in a list, or by names. */
type Contains = 'schema' | 'list' | 'map';

/** The keywords of JSON Schema 2020-12 that contain schemas. */
export const applicators: ReadonlyMap<string, Contains> = new Map<string, Contains>([
  ...named('list', ['allOf', 'anyOf', 'oneOf', 'prefixItems']),
  ...named('map', ['properties', 'patternProperties', 'dependentSchemas']),
  ...named('schema', ['not', 'if', 'then', 'else', 'items', 'contains']),
  ...named('schema', ['additionalProperties', 'propertyNames']),
  ...named('schema', ['unevaluatedItems', 'unevaluatedProperties']),
]);

/** The applicators whose schemas apply to the same value as the schema around them. */
export const inPlace: ReadonlySet<string> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'],
]);

function named(contains: Contains, names: readonly string[]): [string, Contains][] {
  return names.map((name) => [name, contains]);
}

/** Returns what is wrong with the value of a keyword, as the end of a sentence. */
type Rule = (value: unknown) => string | undefined;

const must = (what: string, isRight: (value: unknown) => boolean): Rule => {
  return (value) => (isRight(value) ? undefined : `is ${shown(value)}, not ${what}`);
};

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const types = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const isNumber = (value: unknown) => isNumeric(value) && Number.isFinite(Number(value));
const isCount = (value: unknown) => typeof value === 'number' && value >= 0 && value % 1 === 0;
const isText = (value: unknown) => typeof value === 'string';
const isTextList = (value: unknown) => Array.isArray(value) && value.every(isText);
const isType = (value: unknown) => typeof value === 'string' && types.has(value);

const number = must('a number', isNumber);
const size = must('a whole number of at least 0', isCount);

/** The keywords that say something about a value without containing schemas. */
export const assertions: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['$ref', must('a reference', isText)],
  ['$dynamicRef', must('a reference', isText)],
  [
    'type',
    must('a type of JSON Schema', (value) =>
      Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value),
    ),
  ],
  ['enum', must('a list of values', (value) => Array.isArray(value) && value.length > 0)],
  ['const', () => undefined],
  ['multipleOf', must('a number above 0', (value) => isNumber(value) && Number(value) > 0)],
  ['maximum', number],
  ['minimum', number],
  ['exclusiveMaximum', number],
  ['exclusiveMinimum', number],
  ...['maxLength', 'minLength', 'maxItems', 'minItems'].map((name): [string, Rule] => [name, size]),
  ...['maxProperties', 'minProperties', 'maxContains', 'minContains'].map(
    (name): [string, Rule] => [name, size],
  ),
  ['uniqueItems', must('true or false', (value) => typeof value === 'boolean')],
  ['required', must('a list of names', isTextList)],
  [
    'dependentRequired',
    must(
      'lists of names',
      (value) => isJsonObject(value) && Object.values(value).every(isTextList),
    ),
  ],
  ['format', must('a name', isText)],
  ['pattern', must('a text', isText)],
]);

/** Returns what is wrong with the value of an applicator, apart from the schemas in it. */
export function wrongShape(contains: Contains, value: unknown): string | undefined {
  const isSchema = (one: unknown) => typeof one === 'boolean' || isJsonObject(one);
  switch (contains) {
    case 'schema':
      return isSchema(value) ? undefined : `is ${shown(value)}, not a schema`;
    case 'list':
      return Array.isArray(value) && value.length > 0 && value.every(isSchema)
        ? undefined
        : `is ${shown(value)}, not a list of schemas`;
    case 'map':
      return isJsonObject(value) && Object.values(value).every(isSchema)
        ? undefined
        : `is ${shown(value)}, not schemas by name`;
  }
}

/** A schema in another one, and where it is, as the parts of a pointer. */
export interface Inner {
  readonly keyword: string;
  readonly path: readonly (string | number)[];
  readonly schema: unknown;
}

/** The schemas that a schema contains. */
export function innerSchemas(schema: JsonObject): Inner[] {
  return [...applicators].flatMap(([keyword, contains]): Inner[] => {
    const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    if (value === undefined || wrongShape(contains, value) !== undefined) return [];
    if (Array.isArray(value))
      return value.map((one, at) => ({ keyword, path: [keyword, at], schema: one }));
    if (contains === 'map' && isJsonObject(value))
      return Object.entries(value).map(([name, one]) => ({
        keyword,
        path: [keyword, name],
        schema: one,
      }));
    return [{ keyword, path: [keyword], schema: value }];
  });
}
