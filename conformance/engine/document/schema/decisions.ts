import type { ErrorObject } from 'ajv/dist/2020.js';
import { referencePointer } from '../model/api-document.ts';
import { decisionOf } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject, pointerParts } from '../model/pointer.ts';
import { branchesIn } from './hidden-fields.ts';
import { intersect } from './intersect.ts';
import type { Schema } from './keywords.ts';
import type { Schemas } from './to-json-schema.ts';

/** A schema and its branches, which apply to the same value, with references followed. */
export function withBranches(
  schema: unknown,
  follow: (schema: unknown) => Schema | undefined,
): JsonObject[] {
  // A schema may be in several branches, and a chain of them may be long.
  const found = new Set<JsonObject>();
  const pending = [schema];
  while (pending.length > 0) {
    const followed = follow(pending.pop());
    if (!isJsonObject(followed) || found.has(followed)) continue;
    found.add(followed);
    for (const branch of branchesIn(followed).reverse()) pending.push(branch);
  }
  return [...found];
}

/** Finds the `x-decision` for an invalid value, along the path from the root of the schema to the value. */
export function createDecisions(schemas: Schemas) {
  const at = (pointer: string, depth = 0) => dereference(schemas.at(pointer), depth);
  const dereference = (value: unknown, depth = 0): Schema | undefined => {
    if (typeof value === 'boolean') return value;
    if (!isJsonObject(value)) return undefined;
    const reference = value.$ref;
    if (typeof reference !== 'string' || depth > 20) return value;
    const target = at(referencePointer(reference), depth + 1);
    if (!isJsonObject(target)) return target;
    // In 3.1 a reference may have sibling keywords.
    const { $ref: _, ...siblings } = value;
    return Object.keys(siblings).length === 0 ? target : intersect([target, siblings]);
  };
  const follow = (schema: unknown) => withBranches(schema, dereference);
  const step = (schemas: readonly JsonObject[], part: string): JsonObject[] =>
    schemas.flatMap((schema) => {
      const properties = fieldsOf(schema.properties);
      const own = Object.hasOwn(properties, part) ? properties[part] : undefined;
      const other = /^\d+$/.test(part) ? schema.items : undefined;
      return follow(own ?? other ?? (own === undefined ? schema.additionalProperties : undefined));
    });
  /** `source`: the schema that the error is about. */
  const decisionFor = (pointer: string, error: ErrorObject, source: unknown) => {
    let around = follow(at(pointer));
    const missing = error.keyword === 'required' ? [String(error.params.missingProperty)] : [];
    for (const part of [...pointerParts(error.instancePath), ...missing]) {
      const decision = around.map(decisionOf).find((slug) => slug !== undefined);
      if (decision !== undefined) return decision;
      around = step(around, part);
    }
    return (
      around.map(decisionOf).find((slug) => slug !== undefined) ?? decisionOf(fieldsOf(source))
    );
  };
  return {
    at: (pointer: string) => at(pointer),
    dereference: (value: unknown) => dereference(value),
    decisionFor,
  };
}
