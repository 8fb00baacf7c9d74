import type { IncomingMessage, ServerResponse } from 'node:http';
import { joinOctets } from './octets.ts';
import { Problem } from './problem.ts';

// Who sends first and reads then would be told too late, so this much more is read and thrown away before it is answered.
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

  const octets = await ('on' in request ? collect(request, declared, limit) : iterate(request));
  if (octets.length > limit) throw new Problem('body_too_large');
  return octets;
}

/** By the events of Node's stream: to iterate over it takes longer than all other steps of a small request together. */
function collect(request: IncomingMessage, declared: number, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let total = 0;
    let settled = false;
    const finish = () => {
      settled = true;
      if (total > limit) reject(new Problem('body_too_large'));
      else resolve(joinOctets(chunks));
    };
    const refuse = (cause?: unknown) => {
      // The end of the connection, told of every request: to make a problem of it takes long.
      if (!settled) reject(new Problem('malformed_request', { cause }));
    };
    // Its end has been told, and will not be told again.
    if (request.destroyed) return refuse();
    // RFC 9112, 6.3: without either header there is no body.
    if (declared === 0 && request.headers['transfer-encoding'] === undefined) return finish();
    request.on('data', (chunk: Uint8Array) => {
      total += chunk.length;
      if (total <= limit) chunks.push(chunk);
      // Its end would be told later, and adds nothing. Of one that goes on, the answer ends the connection.
      if (!settled && (total === declared || total > limit + patience)) finish();
    });
    request.on('end', finish);
    request.on('error', refuse);
    request.on('close', refuse);
  });
}

/** What is no stream of Node: the body of a Fetch `Request`. */
async function iterate(request: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch (cause) {
    throw new Problem('malformed_request', { cause });
  }
  return joinOctets(chunks);
}
