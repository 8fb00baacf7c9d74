import { parseTree } from 'jsonc-parser';
import { type Refusal, refuse } from './outcome.ts';

const deepest = 8;

/** A JSON text that every parser reads alike. */
export function readStrictJson(octets: Buffer): { readonly value: unknown } | Refusal {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
    value = JSON.parse(text);
  } catch {
    return refuse('malformed_request');
  }
  const tree = parseTree(text);
  return tree === undefined || !isPlain(tree, 0) ? refuse('malformed_request') : { value };
}

type Node = NonNullable<ReturnType<typeof parseTree>>;

function isPlain(node: Node, depth: number): boolean {
  if (typeof node.value === 'string') return node.value.isWellFormed() && !node.value.includes('\0');
  const children = node.children ?? [];
  const within = node.type === 'object' || node.type === 'array' ? depth + 1 : depth;
  if (within > deepest) return false;
  if (node.type === 'object') {
    const names = children.map((property) => String(property.children?.[0]?.value));
    if (new Set(names).size < names.length) return false;
  }
  return children.every((child) => isPlain(child, within));
}
