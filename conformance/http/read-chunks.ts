/** The chunked coding, decoded as far as it goes. `length` is what it took of the octets once it is complete. */
export interface Chunks {
  readonly body: Buffer;
  readonly state: 'incomplete' | 'complete' | 'broken';
  readonly length: number;
  readonly detail: string;
}

export function readChunks(octets: Buffer): Chunks {
  const parts: Buffer[] = [];
  let at = 0;
  const result = (state: Chunks['state'], detail = ''): Chunks => ({
    body: Buffer.concat(parts),
    state,
    length: at,
    detail,
  });
  while (true) {
    const lineEnd = octets.indexOf(0x0a, at);
    if (lineEnd < 0) {
      return octets.length - at > 1024
        ? result('broken', 'a chunk size line without end')
        : result('incomplete');
    }
    const line = octets.toString('latin1', at, lineEnd).replace(/\r$/, '');
    const size = /^([0-9a-fA-F]{1,8})\s*(?:;.*)?$/.exec(line)?.[1];
    if (size === undefined) return result('broken', `chunk size ${JSON.stringify(line.slice(0, 40))}`);
    const length = Number.parseInt(size, 16);
    const start = lineEnd + 1;
    if (length === 0) {
      const end = endOfTrailer(octets, start);
      if (end === undefined) return result('incomplete');
      at = end;
      return result('complete');
    }
    if (octets.length < start + length + 2) {
      parts.push(octets.subarray(start, Math.min(octets.length, start + length)));
      return result('incomplete');
    }
    parts.push(octets.subarray(start, start + length));
    if (octets.toString('latin1', start + length, start + length + 2) !== '\r\n') {
      return result('broken', 'a chunk is longer than its size says');
    }
    at = start + length + 2;
  }
}

function endOfTrailer(octets: Buffer, start: number): number | undefined {
  let at = start;
  while (true) {
    const lineEnd = octets.indexOf(0x0a, at);
    if (lineEnd < 0) return undefined;
    const line = octets.toString('latin1', at, lineEnd).replace(/\r$/, '');
    at = lineEnd + 1;
    if (line === '') return at;
  }
}
