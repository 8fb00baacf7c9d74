import { Problem } from './problem.ts';

const maximumDepth = 8;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The value of a JSON text that every parser reads in the same way (RFC 8259; RFC 7493, 2.1 and 2.3): UTF-8 without byte order
 * mark, no name twice in an object, no lone surrogate or NUL, at most 8 levels deep.
 *
 * @throws Problem malformed_request, without the parser's message, which quotes the text.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (text === '') throw malformed('the body is empty');
  if (text.startsWith('\uFEFF')) throw malformed('the body begins with a byte order mark');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const [, at] = /at position (\d+)/.exec(String(cause)) ?? [];
    throw malformed(
      at === undefined ? 'the body is not JSON' : `the body is not JSON at character ${at}`,
    );
  }
  const fields = countFields(value, 1);
  if (fields > 0 && countNamesIn(text) !== fields) throw malformed('the body has a field twice');
  return value;
}

function malformed(hint: string): Problem {
  return new Problem('malformed_request', { hint });
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('the body is not UTF-8');
  }
}

function countFields(value: unknown, depth: number): number {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0'))
      throw malformed('the body has a NUL or a lone surrogate in a text');
    return 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > maximumDepth) throw malformed(`the body nests deeper than ${maximumDepth} levels`);

  let fields = 0;
  for (const [name, field] of Object.entries(value)) {
    countFields(name, depth);
    fields += countFields(field, depth + 1) + (Array.isArray(value) ? 0 : 1);
  }
  return fields;
}

// Of two fields with the same name, a parsed object has one, so the text has more names than the value. Outside its strings,
// a JSON text has one colon per field.
function countNamesIn(text: string): number {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
}
