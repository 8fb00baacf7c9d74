import { compilePattern } from '../../bounded/pattern.ts';
import type { Gap } from '../../gap.ts';
import { type ApiDocument, referencePointer } from '../model/api-document.ts';
import { fieldsOf, isJsonObject, type JsonObject, pointer, valueAt } from '../model/pointer.ts';
import { createDynamicScopes } from './dynamic-scopes.ts';
import { createHiddenFields } from './hidden-fields.ts';
import { findLoops } from './in-place-loops.ts';
import {
  applicators,
  assertions,
  innerSchemas,
  inPlace,
  type Schema,
  wrongShape,
} from './keywords.ts';
import { decisionIn, withModernKeywords, withNull } from './old-keywords.ts';

export type Direction = 'request' | 'response';

/** What is wrong with a schema; who is affected is not known here. */
export type SchemaGap = Omit<Gap, 'operations'>;

/** The schemas of a document in JSON Schema 2020-12, for requests or for responses. */
export interface Schemas {
  /** The schema at a pointer, the same object each time; references in it are not followed. */
  at(pointer: string): Schema | undefined;
  /** The pointer to a schema that `at` has returned. */
  placeOf(schema: object): string | undefined;
  /** The pointer to a schema that is, or is inside of, one that `at` has returned. */
  pointerOf(schema: object): string | undefined;
  /** What was left out of a schema, and of those that it contains and refers to. */
  gapsWithin(schema: unknown): readonly SchemaGap[];
}

const none: ReadonlySet<string> = new Set();
// References by name are local pointers already. With the names, pointers would be relative to them.
const names = new Set(['$id', '$anchor', '$schema', '$dynamicAnchor']);

/**
 * Converts each schema when it is first used. A keyword that JSON Schema does not allow is left out, as a gap. A `readOnly` field
 * is neither required nor restricted in a request, because the server may ignore it. A `writeOnly` field is neither in a response.
 * In a response an enum with `x-extensible-enum` is open: it lists what clients know, and a server may return other values.
 */
export function createSchemas({ root, version }: ApiDocument, direction: Direction): Schemas {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  const { isHidden, namesIn } = createHiddenFields(root, keyword);
  const breaksLoop = findLoops(root);
  const scopes = createDynamicScopes(root);
  const converted = new Map<string, Schema | undefined>();
  const places = new WeakMap<object, string>();
  const pointers = new WeakMap<object, string>();
  const gaps = new WeakMap<object, SchemaGap[]>();

  /** `outer`: the hidden fields of the schemas around a branch, which apply to the same value. */
  function convert(raw: unknown, at: string, scope: string, outer = none): Schema {
    if (!isJsonObject(raw)) return raw !== false;
    const own: SchemaGap[] = [];
    const hasRules = 'required' in raw || [...inPlace].some((key) => key in raw);
    const hidden = hasRules ? new Set([...outer, ...namesIn(raw)]) : none;
    const entries = Object.entries(withModernKeywords(raw, version)).flatMap(
      ([key, value]): [string, unknown][] => {
        const why = names.has(key) ? undefined : wrongKeyword(key, value, raw, at, scope);
        if (why !== undefined) own.push({ at, keyword: key, why });
        if (why !== undefined || names.has(key) || isOpen(key, raw)) return [];
        if (key === 'required' && Array.isArray(value))
          return [[key, value.filter((name) => !hidden.has(name))]];
        if (key === '$ref')
          return [[key, scopes.reference(referencePointer(String(value)), scope)]];
        if (key === '$dynamicRef') {
          const target = scopes.resolve(value, at, scope);
          return target === undefined ? [] : [['$ref', scopes.reference(target, scope)]];
        }
        return [[key, convertInner(key, value, at, scope, inPlace.has(key) ? hidden : none)]];
      },
    );
    const schema = withNull(Object.fromEntries(entries));
    pointers.set(schema, at);
    if (own.length > 0) gaps.set(schema, own);
    return schema;
  }

  function convertInner(
    key: string,
    value: unknown,
    at: string,
    scope: string,
    outer: ReadonlySet<string>,
  ) {
    const contains = applicators.get(key);
    const place = at + pointer(key);
    if (Array.isArray(value) && contains === 'list')
      return distinctPlaces(key, value).map((index) =>
        convert(value[index], `${place}/${index}`, scope, outer),
      );
    if (contains === 'schema') return convert(value, place, scope, outer);
    if (contains !== 'map' || !isJsonObject(value)) return value;
    // The schemas of a shared map may contain it again.
    const shared = typeof value.$ref === 'string' ? referencePointer(value.$ref) : undefined;
    const map = shared === undefined ? value : fieldsOf(valueAt(root, shared));
    const fields = Object.entries(map).map(([name, one]) => {
      if (key === 'properties' && isJsonObject(one) && isHidden(one))
        return [name, { [keyword]: true, ...decisionIn(one) }];
      return shared === undefined
        ? [name, convert(one, place + pointer(name), scope, outer)]
        : [name, { $ref: scopes.reference(shared + pointer(name), scope) }];
    });
    return Object.fromEntries(fields);
  }

  function wrongKeyword(
    key: string,
    value: unknown,
    holder: JsonObject,
    at: string,
    scope: string,
  ): string | undefined {
    const contains = applicators.get(key);
    // Some authors share the fields of schemas by a reference to the map of them.
    if (contains === 'map' && typeof fieldsOf(value).$ref === 'string') return undefined;
    const why = contains === undefined ? assertions.get(key)?.(value) : wrongShape(contains, value);
    if (why !== undefined || typeof value !== 'string') return why;
    if (key === 'pattern') return unreadable(value);
    if (key === '$dynamicRef') {
      if (typeof holder.$ref === 'string') return 'is beside $ref';
      return scopes.resolve(value, at, scope) === undefined ? `${value} has no target` : undefined;
    }
    if (key !== '$ref') return undefined;
    const target = valueAt(root, referencePointer(value));
    const isSchema = isJsonObject(target) || typeof target === 'boolean';
    if (!isSchema || !value.startsWith('#')) return `${value} is no schema`;
    return breaksLoop(holder) ? `${value} leads back to the schema itself` : undefined;
  }

  const isOpen = (key: string, raw: JsonObject) =>
    key === 'enum' && direction === 'response' && 'x-extensible-enum' in raw;

  function at(place: string): Schema | undefined {
    if (!converted.has(place)) {
      const { at: own, scope } = scopes.enter(place);
      const raw = valueAt(root, own);
      const isSchema = isJsonObject(raw) || typeof raw === 'boolean';
      const schema = isSchema ? convert(raw, own, scope) : undefined;
      converted.set(place, schema);
      if (isJsonObject(schema)) places.set(schema, place);
    }
    return converted.get(place);
  }

  const within = new WeakMap<object, readonly SchemaGap[]>();

  function gapsWithin(schema: unknown): readonly SchemaGap[] {
    if (!isJsonObject(schema)) return [];
    const known = within.get(schema);
    if (known !== undefined) return known;
    const seen = new Set<JsonObject>();
    const pending: unknown[] = [schema];
    while (pending.length > 0) {
      const next = pending.pop();
      if (!isJsonObject(next) || seen.has(next) || within.get(next)?.length === 0) continue;
      seen.add(next);
      pending.push(...innerSchemas(next).map((inner) => inner.schema));
      if (typeof next.$ref === 'string') pending.push(at(referencePointer(next.$ref)));
    }
    const found = [...seen].flatMap((one) => gaps.get(one) ?? []);
    within.set(schema, found);
    // If nothing is left out anywhere, then in none of them, which need not be looked through again.
    if (found.length === 0) for (const one of seen) within.set(one, found);
    return found;
  }

  return {
    at,
    placeOf: (schema) => places.get(schema),
    pointerOf: (schema) => pointers.get(schema),
    gapsWithin,
  };
}

/** The places of a list of schemas, without those whose schema is there before. In `oneOf`, each counts. */
function distinctPlaces(key: string, list: readonly unknown[]): number[] {
  const places = [...list.keys()];
  if (key !== 'allOf' && key !== 'anyOf') return places;
  const seen = new Set<unknown>();
  return places.filter((at) => {
    const { $ref, ...siblings } = fieldsOf(list[at]);
    const isReference = typeof $ref === 'string' && Object.keys(siblings).length === 0;
    const same = isReference ? $ref : list[at];
    const isNew = !seen.has(same);
    seen.add(same);
    return isNew;
  });
}

function unreadable(pattern: string): string | undefined {
  const { how, why } = compilePattern(pattern);
  return how === 'unreadable' ? `${JSON.stringify(pattern)} ${why}` : undefined;
}
