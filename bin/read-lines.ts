import type { Readable } from 'node:stream';
import { OperatorError } from '../server/operator-error.ts';

const lineFeed = 0x0a;

/** The lines of a stream of UTF-8, each as soon as it is whole. Nothing but the line feed is removed. */
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

// Strictly, and without taking a byte order mark for anything but a character: a password is what its bytes are.
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new OperatorError('input_invalid', 'standard input is not UTF-8');
  }
}
