import { unwrapped } from '../schema/unwrapped.ts';
import type { Validator } from '../schema/validator.ts';
import { plainName, wordsOf } from '../sequences/resources/names.ts';
import type { Parameter } from './operation.ts';
import { fieldsOf, type JsonObject } from './pointer.ts';

/** What a query parameter does to a list. */
export interface ParameterRole {
  readonly kind:
    | 'size'
    | 'page'
    | 'offset'
    | 'cursor'
    | 'sort'
    | 'direction'
    | 'search'
    | 'fields'
    | 'filter';
  readonly parameter: Parameter;
  readonly schema: JsonObject;
  /** Whether name, schema and description leave no doubt. What rests on a guess is only observed. */
  readonly isSure: boolean;
  /** Of a filter: the field of the items that it compares. */
  readonly field?: string;
  /** Of a filter: the end of the range that it gives. Undefined: items have its value. */
  readonly bound?: Bound;
}

export interface Bound {
  readonly end: 'lower' | 'upper';
  /** Whether an item that has just this value matches. Undefined: the document does not say. */
  readonly isInclusive: boolean | undefined;
}

type Row = readonly [
  kind: ParameterRole['kind'],
  sure: string,
  perhaps: string,
  /** What a description says that makes it sure. */
  says: RegExp,
];

/** The names of parameters without case and punctuation: `perpage` is `per_page`, `perPage` and `per-page`. */
const rows: readonly Row[] = [
  [
    'size',
    'limit perpage pagesize pagelimit maxresults maxitems itemsperpage resultsperpage rowsperpage maxpagesize',
    'size count take top first rows max num',
    /\b(max(imum)?|number|how many)\b|page size|per page/i,
  ],
  ['page', 'page pagenumber pageno pageindex currentpage pagenum', 'p', /\bpage\b/i],
  ['offset', 'offset skip startindex pageoffset', 'start startat', /\b(skip|offset|start)/i],
  [
    'cursor',
    'cursor pagetoken continuationtoken nexttoken pagecursor nextcursor startingafter pageafter',
    'after startafter next token marker continue continuation bookmark',
    /\b(cursor|page|token)/i,
  ],
  ['sort', 'sort sortby orderby sortfield sortkey sortcolumn ordering', 'order', /\b(sort|order)/i],
  [
    'direction',
    'direction sortorder sortdir sortdirection orderdirection orderdir',
    'order dir sort',
    /\b(sort|order|direction|ascending|descending)/i,
  ],
  [
    'search',
    'q query search searchterm searchquery searchtext keyword keywords',
    'term text filter',
    /\b(search|find|match|contain|look)/i,
  ],
  [
    'fields',
    '',
    'fields select fieldset',
    /\b(only|comma|includes?d?|return(s|ed)?|restricts?)\b/i,
  ],
];

const directionValues = /^(asc|desc|ascending|descending)$/i;

/** The roles of the query parameters of a list whose items have these fields. */
export function parameterRoles(
  parameters: readonly Parameter[],
  { schemaAt, follow }: Pick<Validator, 'schemaAt' | 'follow'>,
  fields: Readonly<Record<string, JsonObject>>,
): ParameterRole[] {
  const query = parameters.filter(({ in: place }) => place === 'query');
  return query.flatMap((parameter) => {
    const schema = unwrapped(fieldsOf(parameter.schema && schemaAt(parameter.schema)), follow);
    return (
      namedRole(parameter, schema, Object.keys(fields)) ??
      filterRole(parameter, schema, fields) ??
      []
    );
  });
}

function namedRole(
  parameter: Parameter,
  schema: JsonObject,
  fields: readonly string[],
): ParameterRole | undefined {
  const name = plainName(parameter.name).replace(/^filter(?=search|q$|query)/, '');
  const isField = fields.some((field) => plainName(field) === name);
  for (const [kind, sure, perhaps, says] of rows) {
    const isNamed = sure.split(' ').includes(name);
    if (!isNamed && !perhaps.split(' ').includes(name)) continue;
    if (!fitsKind(kind, parameter, schema)) continue;
    const isDescribed = says.test(descriptionOf(parameter, schema));
    // An item may have a size, or an order, by which it can be found.
    if (isField && !isDescribed) continue;
    const isClear = kind === 'direction' || kind === 'sort' || isNamed || isDescribed;
    return { kind, parameter, schema, isSure: isClear };
  }
  return undefined;
}

function fitsKind(kind: ParameterRole['kind'], parameter: Parameter, schema: JsonObject): boolean {
  const types = [schema.type].flat();
  const isNumber = types.includes('integer') || types.includes('number');
  const isDate = typeof schema.format === 'string' && schema.format.startsWith('date');
  const values = Array.isArray(schema.enum) ? schema.enum.map(String) : [];
  const isDirection =
    values.length > 0
      ? values.every((value) => directionValues.test(value))
      : plainName(parameter.name) !== 'sort' &&
        /\basc\b.*\bdesc\b/is.test(`${schema.pattern} ${descriptionOf(parameter, schema)}`);
  if (['size', 'page', 'offset'].includes(kind)) return isNumber;
  if (kind === 'cursor') return !isDate && values.length === 0 && !types.includes('boolean');
  if (kind === 'direction') return isDirection;
  if (kind === 'sort') return !isNumber && !isDirection && !types.includes('boolean');
  if (kind === 'search') return types.includes('string') && values.length === 0 && !isDate;
  return true;
}

const bounds: Readonly<Record<string, Bound>> = {
  ...boundsOf('lower', true, 'min minimum gte least'),
  ...boundsOf('upper', true, 'max maximum lte most'),
  ...boundsOf('lower', false, 'gt'),
  ...boundsOf('upper', false, 'lt'),
  ...boundsOf('lower', undefined, 'from after since'),
  ...boundsOf('upper', undefined, 'to before until till'),
};

function boundsOf(end: Bound['end'], isInclusive: boolean | undefined, words: string) {
  return Object.fromEntries(words.split(' ').map((word) => [word, { end, isInclusive }]));
}

const saysInclusive =
  /\binclusive|\bat least\b|\bat most\b|\bor (more|less|later|earlier|after|before|equal|above|below)\b|\bon or\b|[≤≥]|[<>]=/i;
const saysExclusive = /\bexclusive|\bstrictly\b|\b(more|less|greater|later|earlier) than\b/i;

/** A parameter named like a field of the items: `status`, `filter[status]`, `minPrice`, `created_after`, `price[gte]`. */
function filterRole(
  parameter: Parameter,
  schema: JsonObject,
  fields: Readonly<Record<string, JsonObject>>,
): ParameterRole | undefined {
  const role = { kind: 'filter', parameter, schema } as const;
  const words = wordsOf(parameter.name);
  const own = words[0] === 'filter' || words[0] === 'by' ? words.slice(1) : words;
  const equal = fieldNamed(own, fields);
  if (equal !== undefined) return { ...role, isSure: true, field: equal };

  const at = own.findIndex((word) => Object.hasOwn(bounds, word));
  const bound = bounds[own[at] ?? ''];
  if (bound === undefined) return undefined;
  const rest = own.filter((_, index) => index !== at);
  const described = boundSaidBy(descriptionOf(parameter, schema), bound);
  const ordered = Object.keys(fields).filter((name) => isOrdered(fields[name] ?? {}));
  const field = rest.length > 0 ? orderedNamed(rest, ordered) : fieldIn(parameter, schema, ordered);
  if (field !== undefined) return { ...role, isSure: true, field, bound: described };
  return undefined;
}

function boundSaidBy(description: string, bound: Bound): Bound {
  if (saysInclusive.test(description)) return { ...bound, isInclusive: true };
  if (saysExclusive.test(description)) return { ...bound, isInclusive: false };
  return bound;
}

/** `tag` for `tags`, `customerId` for `customer`. */
function fieldNamed(
  words: readonly string[],
  fields: Readonly<Record<string, JsonObject>>,
): string | undefined {
  const name = words.join('');
  const isSame = (field: string) => plainName(field) === name;
  const isList = (field: string) =>
    [fields[field]?.type].flat().includes('array') && plainName(field).replace(/s$/, '') === name;
  const isObject = (field: string) =>
    [fields[field]?.type].flat().includes('object') && `${plainName(field)}id` === name;
  const names = Object.keys(fields);
  const scalar = names.find(
    (field) => isSame(field) && ![fields[field]?.type].flat().includes('object'),
  );
  return scalar ?? names.find(isList) ?? names.find(isObject);
}

/** `created_after` is about `created_at`, `startsFrom` about `starts_at`, `dateTo` about `date`. */
function orderedNamed(words: readonly string[], names: readonly string[]): string | undefined {
  const name = words.join('');
  const stem = (text: string) => text.replace(/(at|on|date|time|utc)$/, '');
  return (
    names.find((field) => plainName(field) === name) ??
    names.find((field) => stem(plainName(field)) === name) ??
    names.find((field) => stem(plainName(field)) === stem(name))
  );
}

/** The field that the description of `from` or `until` names. */
function fieldIn(
  parameter: Parameter,
  schema: JsonObject,
  names: readonly string[],
): string | undefined {
  const said = wordsOf(descriptionOf(parameter, schema));
  const named = names.filter((name) => {
    const words = wordsOf(name);
    return said.some((_, at) => words.every((word, index) => said[at + index] === word));
  });
  return named.length === 1 ? named[0] : undefined;
}

function isOrdered({ type, format }: JsonObject): boolean {
  const types = [type].flat();
  const isDate = typeof format === 'string' && format.startsWith('date');
  return types.includes('integer') || types.includes('number') || isDate;
}

export function descriptionOf(parameter: Parameter, schema: JsonObject): string {
  return [parameter.value.description, schema.description, parameter.value.title, schema.title]
    .filter((text) => typeof text === 'string')
    .join(' ');
}
