const utf8 = new TextEncoder();
// Node counts without making the bytes. A browser has no `Buffer`.
const { Buffer: node } = globalThis as { Buffer?: { byteLength(text: string): number } };

/** How many bytes a text takes in UTF-8. */
export function byteLength(text: string): number {
  return node ? node.byteLength(text) : utf8.encode(text).length;
}

/** The bytes of all chunks, one after the other. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
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
