import type { ApiDocument } from '../model/api-document.ts';
import type { JsonObject } from '../model/pointer.ts';

/**
 * A schema whose keywords of OpenAPI 3.0 and of older drafts are written as in JSON Schema 2020-12. Documents of all versions
 * have them: authors move to 3.1 by changing its number.
 */
export function withModernKeywords(
  schema: JsonObject,
  version: ApiDocument['version'],
): JsonObject {
  // In 3.0 the siblings of a reference are ignored.
  if (version === '3.0' && typeof schema.$ref === 'string') return { $ref: schema.$ref };
  return withTuple(withBound(withBound(schema, 'Minimum'), 'Maximum'));
}

/** `minimum: 0, exclusiveMinimum: true` as `exclusiveMinimum: 0`. */
function withBound(schema: JsonObject, side: 'Minimum' | 'Maximum'): JsonObject {
  const exclusive = `exclusive${side}`;
  const inclusive = side.toLowerCase();
  if (typeof schema[exclusive] !== 'boolean') return schema;
  const { [exclusive]: isExclusive, [inclusive]: bound, ...rest } = schema;
  if (bound === undefined) return rest;
  return { ...rest, [isExclusive === true ? exclusive : inclusive]: bound };
}

/** `items: [a, b], additionalItems: c` as `prefixItems: [a, b], items: c`. */
function withTuple(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.items)) return schema;
  const { items, additionalItems, ...rest } = schema;
  return {
    ...rest,
    ...(items.length > 0 && { prefixItems: items }),
    ...(additionalItems !== undefined && { items: additionalItems }),
  };
}

/** `nullable: true` as a type. It is read last, because its branches have no place in the document. */
export function withNull(schema: JsonObject): JsonObject {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  const { type } = rest;
  const lacksNull = Array.isArray(rest.enum) && !rest.enum.includes(null);
  if (type !== undefined && !lacksNull)
    return { ...rest, type: [...new Set([type, 'null'].flat())] };
  // With allOf, oneOf or no type, 3.0 ignores `nullable`. Authors mean that null is allowed.
  return { anyOf: [{ type: 'null' }, rest], ...decisionIn(rest) };
}

export function decisionIn(schema: JsonObject): JsonObject {
  return schema['x-decision'] === undefined ? {} : { 'x-decision': schema['x-decision'] };
}
