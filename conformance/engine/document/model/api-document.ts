import { decodePercent, isJsonObject, type JsonObject, pointer, valueAt } from './pointer.ts';

/** A document whose references are all local. Swagger 2.0 is converted to OpenAPI 3.0, and 3.2 is read like 3.1. */
export interface ApiDocument {
  readonly version: '3.0' | '3.1';
  readonly root: JsonObject;
  resolve(pointer: string): Located | undefined;
}

export interface Located {
  readonly pointer: string;
  readonly value: JsonObject;
}

/** The document cannot be used. The message says why in one line. */
export class DocumentError extends Error {}

/** The field of the root that contains the files to which the document refers, by their addresses. */
export const externalFiles = 'x-external-files';

export function createApiDocument(root: JsonObject, version: ApiDocument['version']): ApiDocument {
  const resolve = (at: string, depth = 0): Located | undefined => {
    const value = valueAt(root, at);
    if (!isJsonObject(value) || depth > 50) return undefined;
    const reference = value.$ref;
    if (typeof reference !== 'string') return { pointer: at, value };
    return resolve(referencePointer(reference), depth + 1);
  };
  return { version, root, resolve: (at) => resolve(at) };
}

/** The parts of a map at a pointer, by name, with references resolved. A part that is not an object counts as an empty one. */
export function entriesAt(document: ApiDocument, at: string): [name: string, part: Located][] {
  const map = document.resolve(at);
  return Object.keys(map?.value ?? {}).map((name) => {
    const place = `${map?.pointer}${pointer(name)}`;
    return [name, document.resolve(place) ?? { pointer: place, value: {} }];
  });
}

/** `#/a/b` as the pointer `/a/b`. */
export function referencePointer(reference: string): string {
  const fragment = reference.replace(/^#/, '');
  // With a stray percent sign, as it is.
  return decodePercent(fragment) ?? fragment;
}

/** The pointer `/a/b` as `#/a/b`, percent-encoded. */
export function pointerReference(at: string): string {
  return `#${at.replace(/[^\w/~.-]/gu, encodeURIComponent)}`;
}

const dataKeys = new Set(['example', 'value', 'dataValue', 'default', 'enum', 'const', 'mapping']);

/** Whether the value of a key is data: what looks like a schema or a reference in it is none. */
export function holdsData(key: string, value: unknown): boolean {
  // The `examples` of a schema are an array of data. Those of a media type map names to parts.
  return dataKeys.has(key) || (key === 'examples' && Array.isArray(value));
}

/** Keys whose values map names to parts: a property named `example` is a schema, a response named `default` is not data. */
export const mapKeys: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'],
  ...[
    'schemas',
    'responses',
    'headers',
    'content',
    'requestBodies',
    'paths',
    'pathItems',
    'callbacks',
  ],
  ...['additionalOperations', 'mediaTypes'],
  ...['parameters', 'links', 'securitySchemes', 'examples', 'encoding'],
]);
