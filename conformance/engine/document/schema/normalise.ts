import { holdsData, mapKeys, referencePointer } from '../model/api-document.ts';
import { fieldsOf, isJsonObject, type JsonObject, valueAt } from '../model/pointer.ts';

export type Direction = 'request' | 'response';

const none: ReadonlySet<string> = new Set();

/**
 * The document with its schemas in JSON Schema 2020-12, for requests or for responses. A `readOnly` field is neither required
 * nor restricted in a request, because the server may ignore it. A `writeOnly` field is neither in a response. In a response an
 * enum with `x-extensible-enum` is open: it lists what clients know, and a server may return other values.
 */
export function normalise(
  root: JsonObject,
  version: '3.0' | '3.1',
  direction: Direction,
): JsonObject {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  const { isHidden, namesIn } = createHiddenFields(root, keyword);

  const walkProperty = (property: unknown): unknown =>
    isJsonObject(property) && isHidden(property)
      ? { [keyword]: true, ...siblingDecision(property) }
      : walk(property, false);

  // `outer`: the hidden fields of the schemas around a branch, which apply to the same value.
  const walk = (value: unknown, isMap: boolean, outer = none): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, false, outer));
    if (!isJsonObject(value)) return value;
    if (isMap) return mapValues(value, (_, child) => walk(child, false));
    const hasRules = 'required' in value || branchKeys.some((key) => key in value);
    const hidden = hasRules ? new Set([...outer, ...namesIn(value)]) : none;
    // References by name are local pointers already. With the names, pointers would be relative to them.
    const { $id: _id, $anchor: _anchor, $schema: _schema, ...unnamed } = value;
    const schema = mapValues(unnamed, (key, child) => {
      if (holdsData(key, child)) return child;
      if (key === 'properties' && isJsonObject(child))
        return mapValues(child, (_, property) => walkProperty(property));
      if (key === 'required' && Array.isArray(child))
        return child.filter((name) => !hidden.has(name));
      return walk(child, mapKeys.has(key), branchKeys.includes(key) ? hidden : none);
    });
    const { enum: _, ...open } = schema;
    const result = direction === 'response' && 'x-extensible-enum' in schema ? open : schema;
    return version === '3.0' ? fromOpenApi30(result) : result;
  };
  // Walking an object keeps it an object.
  return walk(root, false) as JsonObject;
}

function mapValues(
  value: JsonObject,
  change: (key: string, child: unknown) => unknown,
): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, change(key, child)]));
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
    result =
      bound === undefined
        ? rest
        : { ...rest, [isExclusive === true ? exclusive : inclusive]: bound };
  }
  if (result.nullable !== true) return result;
  const { nullable: _, ...rest } = result;
  const lacksNull = Array.isArray(rest.enum) && !rest.enum.includes(null);
  if (typeof rest.type === 'string' && !lacksNull) return { ...rest, type: [rest.type, 'null'] };
  // With allOf, oneOf or no type, 3.0 ignores `nullable`. Authors mean that null is allowed.
  return { anyOf: [{ type: 'null' }, rest], ...siblingDecision(rest) };
}

function siblingDecision(schema: JsonObject): JsonObject {
  return schema['x-decision'] === undefined ? {} : { 'x-decision': schema['x-decision'] };
}

/** Keywords whose schemas apply to the same value as the schema around them. */
const branchKeys = ['allOf', 'anyOf', 'oneOf'];

export function branchesIn(schema: JsonObject): unknown[] {
  return branchKeys.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
}

// A schema may contain itself.
const maxDepth = 10;

function createHiddenFields(root: JsonObject, keyword: 'readOnly' | 'writeOnly') {
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
