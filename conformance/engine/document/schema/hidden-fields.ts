import { referencePointer } from '../model/api-document.ts';
import { fieldsOf, isJsonObject, type JsonObject, valueAt } from '../model/pointer.ts';

/** Keywords whose schemas apply to the same value as the schema around them. */
const branchKeys = ['allOf', 'anyOf', 'oneOf'];

export function branchesIn(schema: JsonObject): unknown[] {
  return branchKeys.flatMap((key) => listIn(schema, key));
}

function listIn(schema: JsonObject, key: string): readonly unknown[] {
  return Array.isArray(schema[key]) ? schema[key] : [];
}

export function createHiddenFields(root: JsonObject, keyword: 'readOnly' | 'writeOnly') {
  const targetOf = (schema: JsonObject): unknown =>
    typeof schema.$ref === 'string' ? valueAt(root, referencePointer(schema.$ref)) : undefined;

  // Found out once, and so for all that they lead to: chains of schemas may be long.
  const shown = new Set<unknown>();
  const withoutNames = new Set<unknown>();

  const isHidden = (property: unknown): boolean => {
    const partsOf = (schema: JsonObject) => [targetOf(schema), ...listIn(schema, 'allOf')];
    const all = reachable(property, partsOf, shown);
    if (all.some((schema) => schema[keyword] === true)) return true;
    for (const schema of all) shown.add(schema);
    return false;
  };

  /** Their names in a schema, those in its branches included. */
  const namesIn = (schema: JsonObject): ReadonlySet<string> => {
    const partsOf = (one: JsonObject) => [targetOf(one), ...branchesIn(one)];
    const all = reachable(schema, partsOf, withoutNames);
    const names = new Set<string>();
    for (const { properties } of all)
      for (const [name, property] of Object.entries(fieldsOf(properties)))
        if (!names.has(name) && isHidden(property)) names.add(name);
    if (names.size === 0) for (const one of all) withoutNames.add(one);
    return names;
  };

  return { isHidden, namesIn };
}

/** A schema, its parts, and theirs, each once, without those that are known. */
function reachable(
  start: unknown,
  partsOf: (schema: JsonObject) => readonly unknown[],
  known: ReadonlySet<unknown>,
): JsonObject[] {
  const found = new Set<JsonObject>();
  const pending = [start];
  while (pending.length > 0) {
    const next = pending.pop();
    if (!isJsonObject(next) || known.has(next) || found.has(next)) continue;
    found.add(next);
    for (const part of partsOf(next)) pending.push(part);
  }
  return [...found];
}
