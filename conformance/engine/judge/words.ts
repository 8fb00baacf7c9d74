import type { CompletedExchange } from '../check.ts';
import { truncate } from '../truncate.ts';

/** The fields in which frameworks put what is wrong, the most specific first. */
const names = [
  'detail',
  'message',
  'msg',
  'error_description',
  'description',
  'reason',
  'error',
  'errors',
  'violations',
  'details',
  'title',
];

// Of a page of HTML, or a stack trace, the beginning is enough.
const mostCharacters = 160;
const deepest = 4;

/** What a response says is wrong, in the server's words: one sentence, on one line. It may contain secrets. */
export function wordsOf({ response }: CompletedExchange): string | undefined {
  return inOneLine(
    response.json === undefined ? plainText(response.text) : find(response.json.value),
  );
}

/** The same of the text of a response, which may be cut. */
export function wordsInText(text: string, most = mostCharacters): string | undefined {
  return inOneLine(find(jsonIn(text)) ?? messageIn(text) ?? plainText(text), most);
}

/** The message in JSON that is cut. */
function messageIn(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  return /"(?:detail|message|msg|error)"\s*:\s*"((?:[^"\\]|\\.)+)/.exec(text)?.[1];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function inOneLine(said: string | undefined, most = mostCharacters): string | undefined {
  const line = said?.replace(/[\s\p{C}]+/gu, ' ').trim();
  return line === undefined || line === '' ? undefined : truncate(line, most);
}

function find(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > deepest) return undefined;
  if (Array.isArray(value)) return firstIn(value, depth);
  const fields = new Map(Object.entries(value));
  const known = names.flatMap((name) => (fields.has(name) ? [fields.get(name)] : []));
  const own = firstIn(known, depth);
  if (own !== undefined) return own;
  // Rails, Django REST and others name the field: `{"capacity": ["must be positive"]}`.
  for (const [name, inside] of fields) {
    const said = Array.isArray(inside) ? firstIn(inside, depth) : undefined;
    if (said !== undefined) return `${name} ${said}`;
  }
  return undefined;
}

function firstIn(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values) {
    const said = find(value, depth + 1);
    if (said !== undefined && said.trim() !== '') return said;
  }
  return undefined;
}

function plainText(text: string): string | undefined {
  const isPage = /^\s*<(!doctype|html)/i.test(text);
  return isPage ? /<title>([^<]*)/i.exec(text)?.[1] : text;
}
