const utf8 = new TextEncoder();
// Node counts without making the octets. A page has no such thing.
const { Buffer: node } = globalThis as { Buffer?: { byteLength(text: string): number } };

/** How many octets a text takes in UTF-8. */
export function octetCount(text: string): number {
  return node ? node.byteLength(text) : utf8.encode(text).length;
}

/** The octets of all chunks, one after the other. */
export function joinOctets(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const joined = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0));
  let end = 0;
  for (const chunk of chunks) {
    joined.set(chunk, end);
    end += chunk.length;
  }
  return joined;
}
