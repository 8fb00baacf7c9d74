import type { IncomingMessage, ServerResponse } from 'node:http';
import { joinOctets } from './octets.ts';
import { Problem } from './problem.ts';

// An answer sent while the peer still writes can be lost in a connection reset, so this much more is read and thrown away.
const patience = 1024 * 1024;

/** The body, as it was sent. @throws Problem body_too_large, malformed_request when the connection ends before it does. */
export async function readOctets(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Uint8Array> {
  // RFC 9110, 10.1.1: HTTP/1.0 knows no interim answers, and would take one for the answer.
  const waitsForContinue =
    request.headers.expect?.toLowerCase() === '100-continue' && request.httpVersion !== '1.0';
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit && (waitsForContinue || declared > limit + patience))
    throw new Problem('body_too_large');
  if (waitsForContinue) response.writeContinue();

  const octets = readAtOnce(request) ?? (await readAsItComes(request, limit));
  if (octets.length > limit) throw new Problem('body_too_large');
  return octets;
}

/** A body that has come whole by now, as short ones do: an iteration would take longer than all other steps together. */
function readAtOnce(request: IncomingMessage): Uint8Array | undefined {
  if (!request.complete || request.destroyed || request.readableDidRead) return undefined;
  // Nothing is left for an empty body; that it was read lets its end be told.
  const octets: Uint8Array | null = request.read();
  return octets ?? new Uint8Array();
}

async function readAsItComes(request: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of request) {
      total += chunk.length;
      if (total <= limit) chunks.push(chunk);
      else if (total > limit + patience) break;
    }
  } catch (cause) {
    throw new Problem('malformed_request', { cause });
  }
  if (total > limit) throw new Problem('body_too_large');
  return joinOctets(chunks);
}
