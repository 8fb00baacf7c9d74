import { instantOf } from '../../../judge/order.ts';
import type { DocumentModel } from '../../document-model.ts';
import type { ParameterRole } from '../../model/parameter-roles.ts';
import type { JsonObject } from '../../model/pointer.ts';
import { sameValue } from '../../sequences/compare.ts';
import { valueIn } from './find-lists.ts';

/** A filter with a value. */
export interface Filter {
  readonly role: ParameterRole & { readonly field: string };
  /** As the items show it. */
  readonly value: unknown;
  /** As it is sent. */
  readonly sent: unknown;
}

const mostValues = 3;

/** Filters by values that items have: each of some, or one in the middle for the end of a range. */
export function filtersFor(
  { requests }: DocumentModel,
  role: ParameterRole,
  rows: readonly JsonObject[],
): Filter[] {
  const { field, schema, parameter, bound } = role;
  if (field === undefined) return [];
  const shown = rows.flatMap((row) => [valueIn(row, field)].flat());
  const values = [...new Set(shown.filter(isScalarValue))];
  const chosen = bound === undefined ? values.slice(0, mostValues) : middleOf(values);
  return chosen.flatMap((value) => {
    const text = schema.format === 'date' ? String(value).slice(0, 10) : value;
    const sent = [schema.type].flat().includes('array') ? [text] : text;
    const isValid =
      parameter.schema === undefined || requests.check(parameter.schema, sent).valid !== false;
    return isValid ? [{ role: { ...role, field }, value, sent }] : [];
  });
}

const isScalarValue = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== '';

/** The end of a range must have values on both of its sides. */
function middleOf(values: readonly unknown[]): unknown[] {
  const measured = values.flatMap((value) => {
    const size = sizeOf(value);
    return size === undefined ? [] : [{ value, size }];
  });
  const sorted = measured.toSorted((one, other) => one.size - other.size);
  return sorted.length < 2
    ? []
    : sorted
        .slice(Math.floor(sorted.length / 2), Math.floor(sorted.length / 2) + 1)
        .map(({ value }) => value);
}

const sizeOf = (value: unknown) => (typeof value === 'number' ? value : instantOf(value));

/** Whether an item matches. Undefined: the document leaves it open, or the item does not show the field. */
export function matches({ role, value }: Filter, row: JsonObject): boolean | undefined {
  const shown = valueIn(row, role.field);
  if (shown === undefined) return undefined;
  if (role.bound !== undefined) return isInRange(role, value, shown);
  if (shown === null) return false;
  const candidates = [shown].flat();
  const [wantedText, instant] = [String(value), instantOf(value)];
  const isEqual = (one: unknown) =>
    String(one) === wantedText || (instant !== undefined && instantOf(one) === instant);
  if (candidates.some(isEqual)) return true;
  // What differs only in case, or by less than a rounding, may be the same for the server.
  if (candidates.some((one) => sameValue(one, value) === true)) return undefined;
  // A server may look for a text inside of others.
  const isFree = typeof value === 'string' && !('enum' in role.schema);
  const wanted = wantedText.toLowerCase();
  const isInside = candidates.some((one) => String(one).toLowerCase().includes(wanted));
  return isFree && isInside ? undefined : false;
}

function isInRange(
  { bound, schema }: ParameterRole,
  value: unknown,
  shown: unknown,
): boolean | undefined {
  const [limit, size] = [sizeOf(value), sizeOf(shown)];
  if (bound === undefined || limit === undefined || size === undefined) return undefined;
  // A date as the end of a range of times may mean its beginning or its end.
  const isSameDay =
    schema.format === 'date' && String(value).slice(0, 10) === String(shown).slice(0, 10);
  if (isSameDay && String(shown).length > 10) return undefined;
  if (size === limit) return bound.isInclusive;
  return bound.end === 'lower' ? size > limit : size < limit;
}
