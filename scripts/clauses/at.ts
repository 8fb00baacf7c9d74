import { readFile } from 'node:fs/promises';
import { pointerParts } from '../../conformance/engine/document/model/pointer.ts';

const document: unknown = JSON.parse(await readFile('generated/strict.json', 'utf8'));

/** What stands in the bundle at a JSON Pointer (RFC 6901), each reference on the way followed; undefined for nothing. */
export function at(pointer: string): unknown {
  let value = document;
  for (const name of pointerParts(decodeURIComponent(pointer))) {
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
