import { randomBase62 } from './base62.ts';
import type { Random } from './random.ts';

const prefixes = { user: 'usr_', key: 'key_' } as const;

export type IdKind = keyof typeof prefixes;

/** A public identifier: `usr_` or `key_` and 22 base62 characters (131 bits), so that ids never repeat and reveal no order. */
export function createId(kind: IdKind, random: Random): string {
  return prefixes[kind] + randomBase62(22, random);
}

export function isId(kind: IdKind, text: string): boolean {
  return text.startsWith(prefixes[kind]) && /^[0-9A-Za-z]{22}$/.test(text.slice(prefixes[kind].length));
}
