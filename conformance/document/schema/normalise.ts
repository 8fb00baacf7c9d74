import { referencePointer } from '../model/api-document.ts';
import { holdsData, mapKeys } from '../model/document-keys.ts';
import { isJsonObject, type JsonObject, valueAt } from '../model/pointer.ts';

export type Direction = 'request' | 'response';

/**
 * The document with its schemas in JSON Schema 2020-12, for requests or for responses: a request does not require fields
 * that are `readOnly`, and a response does not require those that are `writeOnly`. In a response an enum with
 * `x-extensible-enum` is open: it lists what clients know, and a server may return other values.
 */
export function normalise(root: JsonObject, version: '3.0' | '3.1', direction: Direction): JsonObject {
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const isHidden = (schema: unknown, depth = 0): boolean => {
    if (!isJsonObject(schema) || depth > 10) return false;
    if (schema[hidden] === true) return true;
    const reference = schema.$ref;
    if (typeof reference === 'string') return isHidden(valueAt(root, referencePointer(reference)), depth + 1);
    return Array.isArray(schema.allOf) && schema.allOf.some((branch) => isHidden(branch, depth + 1));
  };
  const hiddenNames = (schema: JsonObject): Set<string> => {
    const branches = [schema, ...(Array.isArray(schema.allOf) ? schema.allOf : [])];
    const names = new Set<string>();
    for (const branch of branches) {
      const reference = isJsonObject(branch) ? branch.$ref : undefined;
      const own = typeof reference === 'string' ? valueAt(root, referencePointer(reference)) : branch;
      const properties = isJsonObject(own) ? own.properties : undefined;
      for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
        if (isHidden(property)) names.add(name);
      }
    }
    return names;
  };
  const walk = (value: unknown, isMap: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, false));
    if (!isJsonObject(value)) return value;
    if (isMap)
      return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, walk(child, false)]));
    // References by name are local pointers already. With the names, pointers would be relative to them.
    const { $id: _id, $anchor: _anchor, $schema: _schema, ...unnamed } = value;
    const children = Object.entries(unnamed).map(([key, child]): [string, unknown] =>
      holdsData(key, child) ? [key, child] : [key, walk(child, mapKeys.has(key))],
    );
    let schema: JsonObject = Object.fromEntries(children);
    if (Array.isArray(value.required)) {
      const names = hiddenNames(value);
      schema = { ...schema, required: value.required.filter((name) => !names.has(name)) };
    }
    if (direction === 'response' && 'x-extensible-enum' in schema) {
      const { enum: _, ...open } = schema;
      schema = open;
    }
    return version === '3.0' ? fromOpenApi30(schema) : schema;
  };
  // Walking an object keeps it an object.
  return walk(root, false) as JsonObject;
}

function fromOpenApi30(schema: JsonObject): JsonObject {
  // In 3.0 the siblings of a reference are ignored.
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref };
  let result: JsonObject = schema;
  for (const side of ['Minimum', 'Maximum'] as const) {
    const exclusive = `exclusive${side}`;
    const inclusive = side.toLowerCase();
    if (typeof result[exclusive] !== 'boolean') continue;
    const { [exclusive]: isExclusive, [inclusive]: bound, ...rest } = result;
    result = bound === undefined ? rest : { ...rest, [isExclusive === true ? exclusive : inclusive]: bound };
  }
  if (result.nullable !== true) return result;
  const { nullable: _, ...rest } = result;
  if (Array.isArray(rest.enum) && !rest.enum.includes(null)) {
    return { anyOf: [{ type: 'null' }, rest], ...siblingDecision(rest) };
  }
  if (typeof rest.type === 'string') return { ...rest, type: [rest.type, 'null'] };
  // With allOf, oneOf or no type, 3.0 ignores `nullable`. Authors mean that null is allowed.
  return { anyOf: [{ type: 'null' }, rest], ...siblingDecision(rest) };
}

function siblingDecision(schema: JsonObject): JsonObject {
  return schema['x-decision'] === undefined ? {} : { 'x-decision': schema['x-decision'] };
}
