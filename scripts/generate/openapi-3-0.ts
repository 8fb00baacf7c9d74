import { isJsonObject, type JsonObject } from '../../conformance/engine/index.ts';

/** @throws Error when the contract uses a keyword that means something else in 3.0, or nothing */
export function openapi30Of(document: JsonObject): JsonObject {
  const { openapi: _, info, webhooks, jsonSchemaDialect, ...others } = document;
  if (webhooks !== undefined || jsonSchemaDialect !== undefined)
    throw new Error('OpenAPI 3.0 has neither webhooks nor a JSON Schema dialect');
  return { openapi: '3.0.3', info: infoOf(fieldsOf(info)), ...elementOf(others) };
}

function infoOf({ summary: _, license, ...others }: JsonObject): JsonObject {
  const { identifier, ...named } = fieldsOf(license);
  return { ...others, license: { ...named, url: `https://spdx.org/licenses/${identifier}.html` } };
}

function elementOf(element: JsonObject): JsonObject {
  return mapFields(element, (key, value) => {
    if (key === 'schema') return schemaOf(fieldsOf(value), key);
    // The components of a document. Nothing else is called so.
    if (key === 'schemas')
      return mapFields(fieldsOf(value), (name, schema) => schemaOf(fieldsOf(schema), name));
    if (key === 'example' || key === 'examples' || key.startsWith('x-')) return value;
    if (Array.isArray(value))
      return value.map((item) => (isJsonObject(item) ? elementOf(item) : item));
    return isJsonObject(value) ? elementOf(value) : value;
  });
}

const unchanged = new Set([
  ...[
    'type',
    'format',
    'title',
    'description',
    'example',
    'default',
    'deprecated',
    'readOnly',
    'writeOnly',
  ],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'multipleOf', 'enum', 'required'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'externalDocs'],
]);

function schemaOf(schema: JsonObject, name: string): JsonObject {
  if ('$ref' in schema && Object.keys(schema).length > 1)
    throw new Error(`${name}: OpenAPI 3.0 ignores what is next to a $ref`);
  if (Array.isArray(schema.type)) throw new Error(`${name}: a type is one name in OpenAPI 3.0`);
  const { const: constant, ...others } = schema;
  const converted = mapFields(others, (keyword, value) => {
    if (keyword === '$ref' || unchanged.has(keyword) || keyword.startsWith('x-')) return value;
    if (keyword === 'items' || keyword === 'not') return schemaOf(fieldsOf(value), name);
    if (keyword === 'additionalProperties')
      return isJsonObject(value) ? schemaOf(value, name) : value;
    if (keyword === 'properties')
      return mapFields(fieldsOf(value), (field, inner) =>
        schemaOf(fieldsOf(inner), `${name}.${field}`),
      );
    if (['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(value))
      return value.map((inner) => schemaOf(fieldsOf(inner), name));
    throw new Error(`${name}: \`${keyword}\` is not a keyword of OpenAPI 3.0`);
  });
  return 'const' in schema ? { ...converted, enum: [constant] } : converted;
}

export function mapFields<Value, Mapped>(
  fields: Readonly<Record<string, Value>>,
  change: (key: string, value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, change(key, value)]),
  );
}

function fieldsOf(value: unknown): JsonObject {
  if (!isJsonObject(value))
    throw new Error(`OpenAPI 3.0 has an object where the contract has ${value}`);
  return value;
}
