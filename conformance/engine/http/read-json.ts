import { visit } from 'jsonc-parser';
import { parseJson } from '../bounded/digits.ts';
import { responseLimits } from '../bounded/limits.ts';
import type { ProtocolError, Response } from './exchange.ts';

type ReadText = Pick<Response, 'text' | 'json' | 'protocolErrors' | 'unjudged'>;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads a body as text. If its content type is JSON, or it looks like JSON, also as JSON. A part of a body, or one that could not
 * be decoded, is text only.
 */
export function readText(
  body: Uint8Array,
  contentType: string | undefined,
  isPart: boolean,
): ReadText {
  const protocolErrors: ProtocolError[] = [];
  const saysJson = /[/+]json\s*(;|$)/i.test(contentType ?? '');
  let text: string;
  try {
    text = strict.decode(body);
  } catch {
    text = lenient.decode(body);
    if (saysJson && !isPart)
      protocolErrors.push({ kind: 'invalid-utf8', detail: 'bytes that are not UTF-8' });
  }
  if (text.startsWith('\uFEFF')) {
    // RFC 8259, 8.1, is about JSON. In a CSV file, it says that the text is UTF-8.
    if (saysJson) protocolErrors.push({ kind: 'byte-order-mark', detail: 'U+FEFF' });
    text = text.slice(1);
  }
  if (isPart || (!saysJson && !/^\s*[{[]/.test(text)))
    return { text, json: undefined, protocolErrors };
  try {
    if (depthOf(text) > responseLimits.jsonDepth) {
      // Whether it is JSON at all needs no depth of its own.
      JSON.parse(text);
      return { text, json: undefined, protocolErrors, unjudged: tooDeep };
    }
    const value = parseJson(text);
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
    return { value: parseJson(lenient.decode(Buffer.from(body)).replace(/^\uFEFF/, '')) };
  } catch {
    return undefined;
  }
}

const tooDeep = `its JSON is nested deeper than ${responseLimits.jsonDepth} levels`;

/** How many objects and arrays are around the innermost value of a JSON text. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
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
      if (names?.has(name) && duplicates.length < responseLimits.duplicateFields)
        duplicates.push(`/${[...path(), name].join('/')}`);
      names?.add(name);
    },
  });
  return duplicates;
}
