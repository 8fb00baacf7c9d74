/** The chunked coding, decoded as far as possible. `length` is the number of bytes it used, once it is complete. */
export interface Chunks {
  readonly body: Buffer;
  readonly state: 'incomplete' | 'complete' | 'invalid';
  readonly length: number;
  readonly detail: string;
}

export function readChunks(bytes: Buffer): Chunks {
  const parts: Buffer[] = [];
  let at = 0;
  const result = (state: Chunks['state'], detail = ''): Chunks => ({
    body: Buffer.concat(parts),
    state,
    length: at,
    detail,
  });
  while (true) {
    const lineEnd = bytes.indexOf(0x0a, at);
    if (lineEnd < 0) {
      return bytes.length - at > 1024
        ? result('invalid', 'a chunk size line without an end')
        : result('incomplete');
    }
    const line = bytes.toString('latin1', at, lineEnd).replace(/\r$/, '');
    const size = /^([0-9a-fA-F]{1,8})\s*(?:;.*)?$/.exec(line)?.[1];
    if (size === undefined) return result('invalid', `chunk size ${JSON.stringify(line.slice(0, 40))}`);
    const length = Number.parseInt(size, 16);
    const start = lineEnd + 1;
    if (length === 0) {
      const end = endOfTrailer(bytes, start);
      if (end === undefined) return result('incomplete');
      at = end;
      return result('complete');
    }
    if (bytes.length < start + length + 2) {
      parts.push(bytes.subarray(start, Math.min(bytes.length, start + length)));
      return result('incomplete');
    }
    parts.push(bytes.subarray(start, start + length));
    if (bytes.toString('latin1', start + length, start + length + 2) !== '\r\n') {
      return result('invalid', 'a chunk is longer than its size says');
    }
    at = start + length + 2;
  }
}

function endOfTrailer(bytes: Buffer, start: number): number | undefined {
  let at = start;
  while (true) {
    const lineEnd = bytes.indexOf(0x0a, at);
    if (lineEnd < 0) return undefined;
    const line = bytes.toString('latin1', at, lineEnd).replace(/\r$/, '');
    at = lineEnd + 1;
    if (line === '') return at;
  }
}
