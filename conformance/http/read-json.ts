import { visit } from 'jsonc-parser';
import type { ProtocolError } from './protocol-error.ts';

export interface ReadText {
  readonly text: string;
  readonly json: { readonly value: unknown } | undefined;
  readonly protocolErrors: readonly ProtocolError[];
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads a body as text. If its content type is JSON, or it looks like JSON, also as JSON. */
export function readText(body: Uint8Array, contentType: string | undefined): ReadText {
  const protocolErrors: ProtocolError[] = [];
  const saysJson = /[/+]json\s*(;|$)/i.test(contentType ?? '');
  let text: string;
  try {
    text = strict.decode(body);
  } catch {
    text = lenient.decode(body);
    if (saysJson) protocolErrors.push({ kind: 'invalid-utf8', detail: 'bytes that are not UTF-8' });
  }
  if (text.startsWith('\uFEFF')) {
    protocolErrors.push({ kind: 'byte-order-mark', detail: 'U+FEFF' });
    text = text.slice(1);
  }
  if (!saysJson && !/^\s*[{[]/.test(text)) return { text, json: undefined, protocolErrors };
  try {
    const value: unknown = JSON.parse(text);
    for (const pointer of duplicateFields(text))
      protocolErrors.push({ kind: 'duplicate-field', detail: pointer });
    return { text, json: { value }, protocolErrors };
  } catch (error) {
    if (saysJson && body.length > 0) {
      protocolErrors.push({
        kind: 'malformed-json',
        detail: error instanceof Error ? error.message : String(error),
      });
    }
    return { text, json: undefined, protocolErrors };
  }
}

/** Pointers to fields that occur twice, which JSON.parse hides. */
function duplicateFields(text: string): string[] {
  const duplicates: string[] = [];
  const seen: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => {
      seen.push(new Set());
    },
    onObjectEnd: () => {
      seen.pop();
    },
    onObjectProperty: (name, _offset, _length, _line, _column, path) => {
      const names = seen.at(-1);
      if (names?.has(name)) duplicates.push(`/${[...path(), name].join('/')}`);
      names?.add(name);
    },
  });
  return duplicates;
}
