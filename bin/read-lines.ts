import type { Readable } from 'node:stream';
import { OperatorError } from '../server/operator-error.ts';

const lineFeed = 0x0a;

/** Reads the lines of a UTF-8 stream, each as soon as it is complete. Removes only the line feed. */
export async function* readLines(stream: Readable): AsyncGenerator<string, undefined> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(lineFeed); end !== -1; end = rest.indexOf(lineFeed)) {
      yield decode(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length > 0) yield decode(rest);
}

// Invalid UTF-8 fails, and a byte order mark stays: every byte of a password counts.
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new OperatorError('input_invalid', 'standard input is not UTF-8');
  }
}
