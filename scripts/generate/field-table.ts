import { alignedTable } from '../docs/markdown/write-markdown.ts';

/** The keywords of JSON Schema that the schemas of our files use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
}

/**
 * A table in Markdown of every field of a schema: its path, its type, its default, and what it means.
 *
 * @param defaults the default of each path, where the schema does not have it.
 */
export function fieldTable(schema: JsonSchema, defaults: ReadonlyMap<string, string> = new Map()): string {
  const rows = fieldsOf(schema, schema.$defs ?? {}, '').map(({ path, schema: field, required }) => {
    const fallback = defaults.get(path) ?? (field.default === undefined ? '' : JSON.stringify(field.default));
    const value = fallback === '' ? (required ? 'required' : '') : `\`${fallback}\``;
    return [`\`${path}\``, typeOf(field), value, field.description ?? ''];
  });
  return alignedTable(['field', 'type', 'default', 'meaning'], rows);
}

interface Field {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

function fieldsOf(schema: JsonSchema, defs: Readonly<Record<string, JsonSchema>>, above: string): Field[] {
  const { properties = {}, required = [], items, additionalProperties } = schema;
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const resolved = resolve(property, defs);
    const path = `${above}${name}`;
    return [
      { path, schema: resolved, required: required.includes(name) },
      ...fieldsOf(resolved, defs, `${path}.`),
    ];
  });
  const element = items && fieldsOf(resolve(items, defs), defs, `${above.replace(/\.$/, '')}[].`);
  const named =
    typeof additionalProperties === 'object' &&
    fieldsOf(resolve(additionalProperties, defs), defs, `${above}<name>.`);
  return [...own, ...(element || []), ...(named || [])];
}

/** A schema without its reference. What stands next to the reference wins. */
function resolve(schema: JsonSchema, defs: Readonly<Record<string, JsonSchema>>): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const target = defs[schema.$ref.replace('#/$defs/', '')];
  if (target === undefined) throw new Error(`the schema has no ${schema.$ref}`);
  return { ...resolve(target, defs), ...schema };
}

function typeOf({ type, const: only, enum: values, anyOf, format, minimum, maximum }: JsonSchema): string {
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (values !== undefined) return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  const range = [minimum !== undefined && `≥ ${minimum}`, maximum !== undefined && `≤ ${maximum}`];
  return [type, format, ...range].filter(Boolean).join(', ');
}
