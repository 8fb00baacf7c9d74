import { visit } from 'jsonc-parser';
import type { ProtocolError, Response } from './exchange.ts';

type ReadText = Pick<Response, 'text' | 'json' | 'protocolErrors'>;

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

/** The JSON of what was sent, whatever its content type said. */
export function readSent(body: Uint8Array | string): Response['json'] {
  try {
    return { value: JSON.parse(lenient.decode(Buffer.from(body)).replace(/^\uFEFF/, '')) };
  } catch {
    return undefined;
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

/** The chunked coding, decoded as far as possible. `length` is the number of bytes it used, once it is complete. */
export function readChunks(bytes: Buffer) {
  const parts: Buffer[] = [];
  let at = 0;
  const result = (state: 'incomplete' | 'complete' | 'invalid', detail = '') => ({
    body: Buffer.concat(parts),
    state,
    length: at,
    detail,
  });
  while (true) {
    const lineEnd = bytes.indexOf(0x0a, at);
    if (lineEnd < 0) {
      return bytes.length - at > 1024
        ? result('invalid', 'a chunk size line without an end')
        : result('incomplete');
    }
    const line = bytes.toString('latin1', at, lineEnd).replace(/\r$/, '');
    const size = /^([0-9a-fA-F]{1,8})\s*(?:;.*)?$/.exec(line)?.[1];
    if (size === undefined)
      return result('invalid', `chunk size ${JSON.stringify(line.slice(0, 40))}`);
    const length = Number.parseInt(size, 16);
    const start = lineEnd + 1;
    if (length === 0) {
      const end = endOfTrailer(bytes, start);
      if (end === undefined) return result('incomplete');
      at = end;
      return result('complete');
    }
    if (bytes.length < start + length + 2) {
      parts.push(bytes.subarray(start, Math.min(bytes.length, start + length)));
      return result('incomplete');
    }
    parts.push(bytes.subarray(start, start + length));
    if (bytes.toString('latin1', start + length, start + length + 2) !== '\r\n') {
      return result('invalid', 'a chunk is longer than its size says');
    }
    at = start + length + 2;
  }
}

function endOfTrailer(bytes: Buffer, start: number): number | undefined {
  let at = start;
  while (true) {
    const lineEnd = bytes.indexOf(0x0a, at);
    if (lineEnd < 0) return undefined;
    const line = bytes.toString('latin1', at, lineEnd).replace(/\r$/, '');
    at = lineEnd + 1;
    if (line === '') return at;
  }
}
