import type { ApiDocument } from '../document/model/api-document.ts';
import { pointer } from '../document/model/pointer.ts';

export type Kind =
  | 'field-removed'
  | 'field-added'
  | 'fields-removed'
  | 'fields-added'
  | 'type'
  | 'null-added'
  | 'null-removed'
  | 'format'
  | 'value'
  | 'items'
  | 'size'
  | 'order'
  | 'header-removed'
  | 'header-added'
  | 'header-value'
  | 'location'
  | 'media-type'
  | 'body-removed'
  | 'body-added'
  | 'status'
  | 'kept'
  | 'no-response';

/** One thing in which two responses to the same request differ. */
export interface Difference {
  readonly kind: Kind;
  /** Where it is: names of fields from the outermost on, `*` for the items of a list. Or `header` and its name, in one step. */
  readonly at: readonly string[];
  readonly before: string;
  readonly after: string;
  /** The path of the resource that the later server should not have. */
  readonly about?: string;
}

/** What the comparison of two responses found. */
export interface Compared {
  readonly differences: readonly Difference[];
  /** The places whose values were compared, so that the differences of two equal servers are known there. */
  readonly valuesAt: readonly (readonly string[])[];
}

/** The kinds that depend on data, and on the time: they count only where one server shows the same twice. */
export const dataKinds: ReadonlySet<Kind> = new Set([
  'value',
  'null-added',
  'null-removed',
  'format',
  'items',
  'size',
  'order',
  'header-value',
]);

/** The pointer to what a schema says about a place in a body, or to the innermost part around it that it describes. */
export function describedAt(
  document: ApiDocument,
  schema: string | undefined,
  at: readonly string[],
): { readonly pointer: string; readonly rest: readonly string[] } | undefined {
  if (schema === undefined) return undefined;
  let place = { pointer: schema, rest: at };
  while (place.rest.length > 0) {
    const [step = '', ...rest] = place.rest;
    const next = childOf(document, place.pointer, step);
    // Wherever a component is used, it is one place.
    if (next === undefined)
      return { ...place, pointer: document.resolve(place.pointer)?.pointer ?? place.pointer };
    place = { pointer: next, rest };
  }
  return place;
}

/** The pointer to the schema of a field, or of the items, by a schema, its references and branches. */
function childOf(
  document: ApiDocument,
  schema: string,
  step: string,
  depth = 0,
): string | undefined {
  const located = document.resolve(schema);
  if (located === undefined || depth > 10) return undefined;
  const inside = step === '*' ? ['items'] : ['properties', step];
  const own = located.pointer + pointer(...inside);
  if (document.resolve(own) !== undefined) return own;
  for (const branch of ['allOf', 'oneOf', 'anyOf']) {
    const branches = located.value[branch];
    for (const at of Array.isArray(branches) ? branches.keys() : []) {
      const found = childOf(document, located.pointer + pointer(branch, at), step, depth + 1);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
