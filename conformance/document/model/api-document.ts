import { parseDocument } from 'yaml';
import { isJsonObject, type JsonObject, valueAt } from './pointer.ts';

/** An OpenAPI 3.0 or 3.1 document whose references are all local. */
export interface ApiDocument {
  readonly version: '3.0' | '3.1';
  readonly root: JsonObject;
  /** The part at a pointer, with references resolved. */
  resolve(pointer: string): Located | undefined;
}

export interface Located {
  readonly pointer: string;
  readonly value: JsonObject;
}

/** The document cannot be used. The message says why in one line. */
export class DocumentError extends Error {}

export function parseApiDocument(text: string): ApiDocument {
  const parsed = parseDocument(text, { prettyErrors: false });
  const [error] = parsed.errors;
  if (error)
    throw new DocumentError(`the document is neither YAML nor JSON: ${error.message.split('\n')[0]}`);
  return readApiDocument(parsed.toJS({ maxAliasCount: 1000 }));
}

export function readApiDocument(root: unknown): ApiDocument {
  if (!isJsonObject(root)) throw new DocumentError('the document is not an object');
  const version = /^3\.([01])\.\d+/.exec(String(root.openapi))?.[1];
  if (version === undefined) {
    throw new DocumentError(`openapi: ${JSON.stringify(root.openapi)} is not 3.0 or 3.1`);
  }
  const foreign = foreignReference(root);
  if (foreign !== undefined) {
    throw new DocumentError(`$ref "${foreign}" points outside of the document; bundle it first`);
  }
  const resolve = (pointer: string, depth = 0): Located | undefined => {
    const value = valueAt(root, pointer);
    if (!isJsonObject(value) || depth > 50) return undefined;
    const reference = value.$ref;
    if (typeof reference !== 'string') return { pointer, value };
    return resolve(referencePointer(reference), depth + 1);
  };
  return { version: version === '0' ? '3.0' : '3.1', root, resolve: (pointer) => resolve(pointer) };
}

/** `#/a/b` as the pointer `/a/b`. */
export function referencePointer(reference: string): string {
  return decodeURIComponent(reference.replace(/^#/, ''));
}

function foreignReference(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = foreignReference(item);
      if (found !== undefined) return found;
    }
  } else if (isJsonObject(value)) {
    for (const [key, child] of Object.entries(value)) {
      if (key === 'example' || key === 'examples' || key === 'mapping') continue;
      if (key === '$ref' && typeof child === 'string') {
        if (!child.startsWith('#')) return child;
        continue;
      }
      const found = foreignReference(child);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
