import { descriptionOf, type ParameterRole } from '../../model/parameter-roles.ts';
import { plainName } from '../../sequences/resources/names.ts';
import { type List, roleOf } from './find-lists.ts';
import type { Query } from './walk.ts';

/** A way to sort a list. */
export interface SortChoice {
  readonly query: Query;
  readonly field: string;
  /** Undefined: the document does not say. */
  readonly isDescending: boolean | undefined;
  /** Whether the document says that the list can be sorted in this way. */
  readonly isSure: boolean;
}

const mostFields = 4;

/** What a parameter such as `sort` can be, by its values, or by the fields that its description names. */
export function sortChoices(list: List): SortChoice[] {
  const role = roleOf(list, 'sort');
  if (role === undefined) return [];
  const { values, isList } = valuesOf(role);
  const wrap = (value: string) => ({ [role.parameter.name]: isList ? [value] : value });
  const parsed = values.flatMap((value) => parse(value, list) ?? []);
  if (parsed.length > 0) {
    const isSigned = values.some((value) => value.startsWith('-'));
    return parsed.flatMap(({ value, field, isDescending }) => {
      const known = isDescending ?? (isSigned ? false : undefined);
      return inDirections(list, wrap(value), field, known);
    });
  }
  if (values.length > 0) return [];
  return freeFields(list, role).flatMap(({ field, isSure }) => {
    const plain = inDirections(list, wrap(field), field, undefined);
    const written = descending(textsOf(role), field);
    const isKnown = written !== undefined && plain.length === 1;
    const both: SortChoice[] = isKnown
      ? [
          { query: wrap(field), field, isDescending: false, isSure },
          { query: wrap(written), field, isDescending: true, isSure },
        ]
      : plain;
    return both.map((choice) => ({ ...choice, isSure }));
  });
}

function valuesOf({ schema }: ParameterRole) {
  const items = schema.items;
  const isList = [schema.type].flat().includes('array');
  const holder = isList && typeof items === 'object' && items !== null ? { ...items } : schema;
  const values = 'enum' in holder && Array.isArray(holder.enum) ? holder.enum : [];
  return { isList, values: values.filter((value) => typeof value === 'string') };
}

/** `-price`, `price:desc`, `price_desc`, `priceDesc`, `price`. */
function parse(value: string, list: List) {
  const [, sign = '', name = '', word = ''] =
    /^([-+]?)(.+?)(?:[:,. _-]?(asc|desc|ascending|descending))?$/i.exec(value) ?? [];
  const field = fieldOf(name, list);
  if (field === undefined) return undefined;
  const isSaid = sign !== '' || word !== '';
  const isDescending = isSaid ? sign === '-' || /^desc/i.test(word) : undefined;
  return { value, field, isDescending };
}

function fieldOf(name: string, { fields }: List): string | undefined {
  const wanted = plainName(name);
  const names = Object.keys(fields);
  const stem = (text: string) => text.replace(/(at|on|date)$/, '');
  return (
    names.find((field) => plainName(field) === wanted) ??
    names.find((field) => wanted !== '' && stem(plainName(field)) === wanted)
  );
}

/** With a parameter such as `order`, one for each direction. */
function inDirections(
  list: List,
  query: Query,
  field: string,
  isDescending: boolean | undefined,
): SortChoice[] {
  const role = roleOf(list, 'direction');
  if (role === undefined || isDescending !== undefined)
    return [{ query, field, isDescending, isSure: true }];
  const values = Array.isArray(role.schema.enum) ? role.schema.enum.map(String) : ['asc', 'desc'];
  const named = values.filter((value) => /^(asc|desc)/i.test(value)).slice(0, 2);
  return named.map((value) => ({
    query: { ...query, [role.parameter.name]: value },
    field,
    isDescending: /^desc/i.test(value),
    isSure: true,
  }));
}

function textsOf({ parameter, schema }: ParameterRole): string {
  const { example } = parameter.value;
  const parts = [descriptionOf(parameter, schema), schema.pattern, schema.example, schema.default];
  return [
    ...parts,
    example,
    ...Object.values(Object(parameter.value.examples)).map((one) => Object(one).value),
  ]
    .filter((text) => typeof text === 'string')
    .join(' | ');
}

/** The fields that the document names; if it names none, some that lists are often sorted by. */
function freeFields(list: List, role: ParameterRole) {
  const text = textsOf(role);
  const names = Object.keys(list.fields);
  const words = text.split(/\W+/);
  const said = names.filter((name) => words.includes(name));
  const usual = names.filter((name) => /^(name|title|price|created_?at)$/i.test(name));
  const isSure = said.length > 0;
  return (isSure ? said : usual).slice(0, mostFields).map((field) => ({ field, isSure }));
}

/** How a value says that the order is descending, by what the document says. */
function descending(text: string, field: string): string | undefined {
  if (/:(asc|desc)\b/i.test(text)) return `${field}:desc`;
  if (/,(asc|desc)\b/i.test(text)) return `${field},desc`;
  if (/\w (asc|desc)\b/i.test(text)) return `${field} desc`;
  const saysMinus =
    /(^|[\s"'`(|^])-[a-z]|\b(minus|hyphen|dash|prefix|preced)|["'`]-["'`]|-\?|\[[-+]{1,2}\]/i;
  return saysMinus.test(text) ? `-${field}` : undefined;
}
