import { isJsonObject, type JsonObject } from '../model/pointer.ts';
import { branchKeys } from '../schema/hidden-fields.ts';
import type { SchemaResolver } from './sample.ts';

export function isReadOnly(property: unknown): boolean {
  return isJsonObject(property) && property.readOnly === true;
}

/** A body without its read-only fields. One schema and its example often serve both requests and responses. */
export function withoutReadOnly(body: unknown, schema: unknown, validator: SchemaResolver): unknown {
  const schemas = branchesOf(schema, validator, 0);
  if (schemas.length === 0) return body;
  if (Array.isArray(body)) {
    const items = schemas.find((one) => 'items' in one)?.items;
    return items === undefined ? body : body.map((item) => withoutReadOnly(item, items, validator));
  }
  if (!isJsonObject(body)) return body;
  const fields = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const properties = schemas.flatMap((one) => {
      const own = isJsonObject(one.properties) ? one.properties : {};
      return Object.hasOwn(own, name) ? [own[name]] : [];
    });
    if (properties.some(isReadOnly)) return [];
    return [[name, properties.reduce((sent, property) => withoutReadOnly(sent, property, validator), value)]];
  });
  return Object.fromEntries(fields);
}

/** The schema and its branches, which apply to the same value. */
function branchesOf(schema: unknown, validator: SchemaResolver, depth: number): JsonObject[] {
  const followed = validator.follow(schema);
  // A schema may be one of its own branches.
  if (!isJsonObject(followed) || depth > 5) return [];
  const branches = branchKeys.flatMap((key) => (Array.isArray(followed[key]) ? followed[key] : []));
  return [followed, ...branches.flatMap((branch) => branchesOf(branch, validator, depth + 1))];
}
