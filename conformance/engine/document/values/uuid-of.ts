import { createHash } from 'node:crypto';

/** The UUID (version 4, RFC 9562) that stands for a word, always the same. */
export function uuidOf(word: string): string {
  const hex = createHash('sha256').update(word).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
