import type { IncomingMessage } from 'node:http';
import { Problem } from './problem.ts';

// The parser takes as long for a chunk of one byte as for one of a kilobyte. No client sends a body of 16 KiB in so many.
const mostChunks = 1024;

const readBefore =
  'the request body was read before it reached the service: mount the service before express.json()';

/**
 * The body of a request. Each chunk is copied: it keeps the packet that it came in, and a body may come in chunks of one byte.
 * 256 such bodies at once took 680 MB with chunks that were kept.
 *
 * @throws Problem body_too_large; malformed_request when the connection ends before the body
 * @throws Error when a body parser of the surrounding app has read it
 */
export function collect(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // No event would come any more.
    if (request.readableEnded) throw new Error(readBefore);
    let bytes = Buffer.alloc(512);
    let length = 0;
    let chunks = 0;
    request.on('data', (chunk: Buffer) => {
      chunks += 1;
      if (length + chunk.length > limit || chunks > mostChunks) {
        request.removeAllListeners('data').pause();
        reject(new Problem('body_too_large'));
        return;
      }
      if (length + chunk.length > bytes.length) {
        bytes = Buffer.concat([bytes], Math.max(2 * bytes.length, length + chunk.length));
      }
      length += chunk.copy(bytes, length);
    });
    request.once('end', () => resolve(bytes.subarray(0, length)));
    request.once('error', (cause) => reject(new Problem('malformed_request', { cause })));
    const leave = () => {
      if (!request.readableEnded) reject(new Problem('malformed_request'));
    };
    request.once('close', leave);
    // The client has left before.
    if (request.destroyed) leave();
  });
}
