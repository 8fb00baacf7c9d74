import { responseLimits } from '../bounded/limits.ts';

export type ChunksState = 'reading' | 'complete' | 'invalid';

// For the line with the size of a chunk, and its extensions.
const longestLine = 1024;

/**
 * Decodes the chunked coding as its bytes come, and passes on the content of the chunks. `push` returns the bytes that it did not
 * need: those after the end, or after an error.
 */
export function createChunksReader(onContent: (part: Buffer) => void) {
  let state: ChunksState = 'reading';
  let detail = '';
  // Of a line that is not complete.
  let pending: Buffer = Buffer.alloc(0);
  let left = 0;
  let trailerLines = 0;
  let expecting: 'size' | 'content' | 'end of content' | 'trailer' = 'size';

  const reject = (reason: string) => {
    state = 'invalid';
    detail = reason;
  };
  /** The bytes after the next line, or undefined until it is complete. */
  const takeLine = (bytes: Buffer, react: (line: string) => void): Buffer | undefined => {
    const end = bytes.indexOf(0x0a);
    if (end < 0) {
      pending = bytes;
      if (bytes.length > longestLine) reject('a line of the chunked coding without an end');
      return undefined;
    }
    react(bytes.toString('latin1', 0, end).replace(/\r$/, ''));
    return bytes.subarray(end + 1);
  };
  const readSize = (line: string) => {
    const size = /^([0-9a-fA-F]{1,8})\s*(?:;.*)?$/.exec(line)?.[1];
    if (size === undefined) return reject(`chunk size ${JSON.stringify(line.slice(0, 40))}`);
    left = Number.parseInt(size, 16);
    expecting = left === 0 ? 'trailer' : 'content';
  };
  const readTrailer = (line: string) => {
    trailerLines += 1;
    if (line === '') state = 'complete';
    else if (trailerLines > responseLimits.headLines) reject('a trailer of too many lines');
  };
  const readContent = (bytes: Buffer): Buffer => {
    const part = bytes.subarray(0, left);
    left -= part.length;
    if (part.length > 0) onContent(part);
    if (left === 0) expecting = 'end of content';
    return bytes.subarray(part.length);
  };
  const readEnd = (bytes: Buffer): Buffer | undefined => {
    if (bytes.length < 2) {
      pending = bytes;
      return undefined;
    }
    if (bytes[0] !== 0x0d || bytes[1] !== 0x0a) reject('a chunk is longer than its size says');
    expecting = 'size';
    return bytes.subarray(2);
  };
  const step = (bytes: Buffer): Buffer | undefined => {
    if (expecting === 'content') return readContent(bytes);
    if (expecting === 'end of content') return readEnd(bytes);
    return takeLine(bytes, expecting === 'size' ? readSize : readTrailer);
  };

  return {
    state: () => state,
    detail: () => detail,
    push: (more: Buffer): Buffer => {
      let bytes: Buffer = pending.length === 0 ? more : Buffer.concat([pending, more]);
      pending = Buffer.alloc(0);
      while (state === 'reading' && bytes.length > 0) {
        const after = step(bytes);
        if (after === undefined) return Buffer.alloc(0);
        bytes = after;
      }
      return bytes;
    },
  };
}
