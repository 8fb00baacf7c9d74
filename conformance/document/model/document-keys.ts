const dataKeys = new Set(['example', 'value', 'default', 'enum', 'const', 'mapping']);

/** Whether the value of a key is data: what looks like a schema or a reference in it is none. */
export function holdsData(key: string, value: unknown): boolean {
  // The `examples` of a schema are an array of data. Those of a media type map names to parts.
  return dataKeys.has(key) || (key === 'examples' && Array.isArray(value));
}

/** Keys whose values map names to parts: a property named `example` is a schema, a response named `default` is not data. */
export const mapKeys: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'],
  ...['schemas', 'responses', 'headers', 'content', 'requestBodies', 'paths', 'pathItems', 'callbacks'],
  ...['parameters', 'links', 'securitySchemes', 'examples', 'encoding'],
]);
