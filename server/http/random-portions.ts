import type { Random } from '../security/random.ts';

const portion = 4096;

/**
 * A source that asks its own for many bytes at a time, since asking takes far longer than the bytes do. For what is no secret:
 * bytes that are not handed out yet lie in memory.
 */
export function inPortions(random: Random): Random {
  let bytes: Uint8Array = new Uint8Array();
  let used = 0;
  return (length) => {
    if (length > portion) return random(length);
    if (bytes.length - used < length) {
      bytes = random(portion);
      used = 0;
    }
    used += length;
    return bytes.subarray(used - length, used);
  };
}
