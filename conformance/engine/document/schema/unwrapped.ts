import { isJsonObject, type JsonObject } from '../model/pointer.ts';
import { intersect } from './intersect.ts';
import type { Schema } from './keywords.ts';

type Follow = (schema: unknown) => Schema | undefined;

const wrappers = ['allOf', 'anyOf', 'oneOf'];
const mostWrappers = 5;

/**
 * A schema without what generators put around another one: `allOf` of a single one next to a default, `anyOf` or `oneOf` of
 * one and null. What it allows is the same. Its type, values and bounds are where a reader looks for them.
 */
export function unwrapped(schema: JsonObject, follow: Follow, depth = 0): JsonObject {
  if (depth === mostWrappers || 'discriminator' in schema) return schema;
  for (const key of wrappers) {
    const inner = innerOf(schema, key, follow);
    if (inner === undefined) continue;
    const { [key]: _, ...around } = schema;
    const plain = intersect([unwrapped(inner.schema, follow, depth + 1), around]);
    const whole = inner.isNullable ? withNull(plain) : plain;
    return whole ?? schema;
  }
  return schema;
}

/** The only branch that is not just null. */
function innerOf(schema: JsonObject, key: string, follow: Follow) {
  const branches = schema[key];
  if (!Array.isArray(branches) || branches.length > 2) return undefined;
  const followed = branches.map(follow).filter(isJsonObject);
  if (followed.length !== branches.length) return undefined;
  const others = key === 'allOf' ? followed : followed.filter(({ type }) => type !== 'null');
  const [only] = others;
  if (only === undefined || others.length !== 1 || 'discriminator' in only) return undefined;
  return { schema: only, isNullable: others.length < followed.length };
}

/** Undefined: there is no keyword in which null can be allowed. */
function withNull(schema: JsonObject): JsonObject | undefined {
  const { type, enum: values } = schema;
  if (type === undefined || 'const' in schema) return undefined;
  const listed = Array.isArray(values) ? { enum: [...new Set([...values, null])] } : {};
  return { ...schema, type: [...new Set([type, 'null'].flat())], ...listed };
}
