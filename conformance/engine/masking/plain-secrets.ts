import { secretLimits } from '../bounded/limits.ts';

// The characters of tokens: Base64, JWT, UUID, hexadecimal.
const pieces = /[\w.~+/=-]{6,}/g;

/** More secrets than can be looked for in every coding. They are masked where they stand as they are, in time in proportion to the text. */
export function createPlainSecrets() {
  const known = new Set<string>();
  let characters = 0;
  const isFull = () => characters > secretLimits.plainCharacters;

  return {
    add: (value: string): void => {
      for (const [piece] of value.matchAll(pieces)) {
        if (known.has(piece) || isFull()) continue;
        known.add(piece);
        characters += piece.length;
      }
    },
    mask: (text: string): string => {
      if (known.size === 0) return text;
      return text.replace(pieces, (piece) => (known.has(piece) ? '$ISSUED' : piece));
    },
    /** Whether there were even more, which nobody remembers. */
    isFull,
  };
}
