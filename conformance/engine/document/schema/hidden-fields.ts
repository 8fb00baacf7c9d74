import { referencePointer } from '../model/api-document.ts';
import { fieldsOf, isJsonObject, type JsonObject, valueAt } from '../model/pointer.ts';

/** Keywords whose schemas apply to the same value as the schema around them. */
const branchKeys = ['allOf', 'anyOf', 'oneOf'];

export function branchesIn(schema: JsonObject): unknown[] {
  return branchKeys.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
}

export function createHiddenFields(root: JsonObject, keyword: 'readOnly' | 'writeOnly') {
  const targetOf = (schema: JsonObject): unknown =>
    typeof schema.$ref === 'string' ? valueAt(root, referencePointer(schema.$ref)) : undefined;

  const isHidden = (schema: unknown, visited = new Set<unknown>()): boolean => {
    if (!isJsonObject(schema) || visited.has(schema)) return false;
    visited.add(schema);
    if (schema[keyword] === true) return true;
    const parts = [targetOf(schema), ...(Array.isArray(schema.allOf) ? schema.allOf : [])];
    return parts.some((part) => isHidden(part, visited));
  };
  const collect = (schema: unknown, names: Set<string>, visited: Set<unknown>): void => {
    if (!isJsonObject(schema) || visited.has(schema)) return;
    visited.add(schema);
    for (const [name, property] of Object.entries(fieldsOf(schema.properties)))
      if (!names.has(name) && isHidden(property)) names.add(name);
    for (const part of [targetOf(schema), ...branchesIn(schema)]) collect(part, names, visited);
  };
  return {
    isHidden: (property: unknown) => isHidden(property),
    /** Their names in a schema, those in its branches included. */
    namesIn: (schema: JsonObject): ReadonlySet<string> => {
      const names = new Set<string>();
      collect(schema, names, new Set());
      return names;
    },
  };
}
