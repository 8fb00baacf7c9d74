import { referencePointer } from '../model/api-document.ts';
import { isJsonObject, type JsonObject, valueAt } from '../model/pointer.ts';

/** Keywords whose schemas apply to the same value as the schema around them. */
export const branchKeys = ['allOf', 'anyOf', 'oneOf'];

// A schema may contain itself.
const maxDepth = 10;

export interface HiddenFields {
  /** Whether a property has no place in this direction: it is `readOnly` in a request, or `writeOnly` in a response. */
  isHidden(property: unknown): boolean;
  /** The names of such properties of a schema, those in its branches included. */
  namesIn(schema: JsonObject): ReadonlySet<string>;
}

export function createHiddenFields(root: JsonObject, keyword: 'readOnly' | 'writeOnly'): HiddenFields {
  const targetOf = (schema: JsonObject): unknown =>
    typeof schema.$ref === 'string' ? valueAt(root, referencePointer(schema.$ref)) : undefined;

  const isHidden = (schema: unknown, depth = 0): boolean => {
    if (!isJsonObject(schema) || depth > maxDepth) return false;
    if (schema[keyword] === true) return true;
    const parts = [targetOf(schema), ...(Array.isArray(schema.allOf) ? schema.allOf : [])];
    return parts.some((part) => isHidden(part, depth + 1));
  };
  const collect = (schema: unknown, names: Set<string>, visited: Set<unknown>): void => {
    if (!isJsonObject(schema) || visited.has(schema)) return;
    visited.add(schema);
    const properties = isJsonObject(schema.properties) ? schema.properties : {};
    for (const [name, property] of Object.entries(properties)) {
      if (!names.has(name) && isHidden(property)) names.add(name);
    }
    const branches = branchKeys.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
    for (const part of [targetOf(schema), ...branches]) collect(part, names, visited);
  };
  return {
    isHidden: (property) => isHidden(property),
    namesIn: (schema) => {
      const names = new Set<string>();
      collect(schema, names, new Set());
      return names;
    },
  };
}
