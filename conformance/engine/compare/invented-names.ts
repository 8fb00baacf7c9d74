import { createHash } from 'node:crypto';
import type { Request } from '../http/request.ts';

/** As `createNames` makes them. */
const wordPattern = /t[0-9a-f]{7}/g;

export type InventedNames = ReturnType<typeof createInventedNames>;

/** The words that make names new, each as another word of the same form, so that a server can get the same request twice. */
export function createInventedNames(salt: string) {
  const twins = new Map<string, string>();
  const twinOf = (word: string) => twins.get(word) ?? hashed(`${salt} ${word}`);

  return {
    translate: (text: string): string => text.replace(wordPattern, twinOf),
    /** Chooses other twins for the names in a body. Returns what takes that back, if it has any. */
    renew: (body: Request['body'], by: string): (() => void) | undefined => {
      const before = wordsIn(body).map((word) => [word, twinOf(word)] as const);
      if (before.length === 0) return undefined;
      for (const [word, twin] of before) twins.set(word, hashed(`${by} ${twin}`));
      return () => {
        for (const [word, twin] of before) twins.set(word, twin);
      };
    },
  };
}

const hashed = (text: string) => `t${createHash('sha256').update(text).digest('hex').slice(0, 7)}`;

function wordsIn(body: Request['body']): readonly string[] {
  return (
    Buffer.from(body ?? '')
      .toString('latin1')
      .match(wordPattern) ?? []
  );
}
