import { parseTree } from 'jsonc-parser';
import { type Refusal, refuse } from './behaviour.ts';

const deepest = 8;

/** Reads only JSON that every parser reads in the same way. */
export function readStrictJson(bytes: Buffer): { readonly value: unknown } | Refusal {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    return refuse('malformed_request');
  }
  // Too deep for a recursive parser.
  if (/[[{]{1000}/.test(text)) return refuse('malformed_request');
  if (depthOf(text) > deepest) return refuse('malformed_request');
  const tree = parseTree(text);
  return tree === undefined || !isPlain(tree) ? refuse('malformed_request') : { value };
}

type Node = NonNullable<ReturnType<typeof parseTree>>;

/** The nesting depth of valid JSON. Not recursive, so that it works at any depth. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{}\]]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}

function isPlain(node: Node): boolean {
  if (typeof node.value === 'string') return node.value.isWellFormed() && !node.value.includes('\0');
  const children = node.children ?? [];
  if (node.type === 'object') {
    const names = children.map((property) => String(property.children?.[0]?.value));
    if (new Set(names).size < names.length) return false;
  }
  return children.every(isPlain);
}
