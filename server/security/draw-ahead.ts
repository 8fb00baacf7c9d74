import type { Random } from './random.ts';

const poolBytes = 4096;

/**
 * Draws random bytes for many requests at once, as each draw costs more than what it brings. Every byte is handed out once,
 * and none is kept after it was.
 */
export function drawAhead(random: Random): Random {
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;
  return (length) => {
    if (length > poolBytes) return random(length);
    if (used + length > pool.length) {
      // What is left of the old pool is never handed out: it may be too short, and two draws make no better bytes.
      pool.fill(0);
      pool = random(poolBytes);
      used = 0;
    }
    // A copy: `slice` of Node's own kind of array is none.
    const drawn = new Uint8Array(pool.subarray(used, used + length));
    pool.fill(0, used, used + length);
    used += length;
    return drawn;
  };
}
