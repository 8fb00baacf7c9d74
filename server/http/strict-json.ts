import { Problem } from './problem.ts';

const maximumDepth = 8;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The value of a JSON text that every parser reads alike (RFC 8259; RFC 7493, 2.1 and 2.3): UTF-8 without byte order mark,
 * no member named twice, no lone surrogate or NUL, at most 8 levels deep.
 * @throws Problem malformed_request. What the parser says is kept back: it quotes the text.
 */
export function parseStrictJson(octets: Uint8Array): unknown {
  const text = decode(octets);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('malformed_request');
  }
  const members = countMembers(value, 1);
  if (members > 0 && countNamesIn(text) !== members) throw new Problem('malformed_request');
  return value;
}

function decode(octets: Uint8Array): string {
  try {
    return utf8.decode(octets);
  } catch {
    throw new Problem('malformed_request');
  }
}

function countMembers(value: unknown, depth: number): number {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) throw new Problem('malformed_request');
    return 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > maximumDepth) throw new Problem('malformed_request');

  let members = 0;
  for (const [name, member] of Object.entries(value)) {
    countMembers(name, depth);
    members += countMembers(member, depth + 1) + (Array.isArray(value) ? 0 : 1);
  }
  return members;
}

// A parsed object has kept one of two members of the same name, so the text names more than the value has. Outside its
// strings, a JSON text has one colon a member.
function countNamesIn(text: string): number {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
}
