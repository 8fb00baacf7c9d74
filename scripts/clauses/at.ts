import { readFile } from 'node:fs/promises';

const document: unknown = JSON.parse(await readFile('generated/openapi.json', 'utf8'));

/** What stands in the bundle at a JSON Pointer (RFC 6901), each reference on the way followed; undefined for nothing. */
export function at(pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  let value = document;
  for (const key of keys) {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
    value = isObject(value) && Object.hasOwn(value, name) ? followed(value[name]) : undefined;
  }
  return value;
}

function followed(value: unknown): unknown {
  return isObject(value) && typeof value.$ref === 'string' ? at(value.$ref.slice(1)) : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
