/** A source of random bytes. What makes ids and credentials takes one as an argument, so that tests can fix it. */
export type Random = (length: number) => Uint8Array;

const poolBytes = 4096;

/** Each call to the system is expensive. Every byte is used once, and cleared afterwards. */
export function bufferedRandom(random: Random): Random {
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;
  return (length) => {
    if (length > poolBytes) return random(length);
    if (used + length > pool.length) {
      // The rest of the old pool is too short, and is not used.
      pool.fill(0);
      pool = random(poolBytes);
      used = 0;
    }
    // A copy, because `slice` of a `Buffer` does not copy.
    const drawn = new Uint8Array(pool.subarray(used, used + length));
    pool.fill(0, used, used + length);
    used += length;
    return drawn;
  };
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = alphabet.length;

// A byte above the largest multiple of 62 would favour the first characters of the alphabet: it is discarded.
const usable = 256 - (256 % base);

/** `length` characters, each with the same probability. */
export function randomBase62(length: number, random: Random): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < usable && text.length < length) text += alphabet.charAt(byte % base);
    }
  }
  return text;
}

/** A whole number below 2^53, padded with zeros to `length` characters. */
export function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / base))
    text = alphabet.charAt(rest % base) + text;
  return text.padStart(length, '0');
}

const prefixes = { user: 'usr_', key: 'key_' } as const;

export type IdKind = keyof typeof prefixes;

/** A public identifier: `usr_` or `key_` and 22 base62 characters (131 bits), so that ids never repeat and reveal no order. */
export function createId(kind: IdKind, random: Random): string {
  return prefixes[kind] + randomBase62(22, random);
}

export function isId(kind: IdKind, text: string): boolean {
  return (
    text.startsWith(prefixes[kind]) && /^[0-9A-Za-z]{22}$/.test(text.slice(prefixes[kind].length))
  );
}
