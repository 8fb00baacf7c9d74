import type { Random } from './random.ts';

const poolBytes = 4096;

/**
 * Reads random bytes for many requests at once, as each call to the system is expensive. Every byte is used once, and
 * cleared afterwards.
 */
export function drawAhead(random: Random): Random {
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
