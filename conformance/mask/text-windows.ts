/** How many characters a window has. */
export const windowLength = 6;

/** 16 bits of the characters up to this one, of which those before a window no longer count. */
export const hashWith = (hash: number, codeUnit: number): number => ((hash << 5) ^ codeUnit) & 0xffff;

/** The hash of the first window of a text. */
export function hashOfWindow(text: string): number {
  let hash = 0;
  for (let at = 0; at < windowLength; at += 1) hash = hashWith(hash, text.charCodeAt(at));
  return hash;
}

/**
 * Reads a text once, and then says of many others whether it may contain them: always when it does, and seldom when it
 * doesn't.
 */
export function readWindows(text: string): (part: string) => boolean {
  const isThere = new Uint8Array(0x10000);
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = hashWith(hash, text.charCodeAt(at));
    isThere[hash] = 1;
  }
  return (part) => part.length < windowLength || isThere[hashOfWindow(part)] === 1;
}
