import type { Message, Outgoing } from '../incoming.ts';
import { Problem } from '../problem.ts';
import { joinBytes } from './bytes.ts';

// A client that sends everything before it reads would not see an earlier response, so this much more is read and discarded.
const discardedBytes = 1024 * 1024;

/** The body, as it was sent. @throws Problem body_too_large; malformed_request when the connection ends before the body. */
export async function readBody(message: Message, outgoing: Outgoing, limit: number): Promise<Uint8Array> {
  const { headers, httpVersion } = message;
  // RFC 9110, 10.1.1: an HTTP/1.0 client knows no interim responses, and would mistake one for the final response.
  const waitsForContinue = headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0';
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > limit && (waitsForContinue || declared > limit + discardedBytes))
    throw new Problem('body_too_large');
  if (waitsForContinue) outgoing.writeContinue();

  const bytes = await (isNodeStream(message) ? collect(message, declared, limit) : iterate(message));
  if (bytes.length > limit) throw new Problem('body_too_large');
  return bytes;
}

/** The part of a stream of Node that is used, without the types of Node, which a project for browsers does not have. */
interface NodeStream {
  readonly destroyed: boolean;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
}

function isNodeStream(message: Message): message is Message & NodeStream {
  return 'on' in message;
}

/** Uses events, because iterating over the stream takes longer than all other steps of a small request together. */
function collect(message: Message & NodeStream, declared: number, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let total = 0;
    let settled = false;
    const finish = () => {
      settled = true;
      if (total > limit) reject(new Problem('body_too_large'));
      else resolve(joinBytes(chunks));
    };
    const fail = (cause?: unknown) => {
      // Every request emits `close`, and creating an error is slow.
      if (!settled) reject(new Problem('malformed_request', { cause }));
    };
    // The stream has ended, and emits no more events.
    if (message.destroyed) return fail();
    // RFC 9112, 6.3: without either header there is no body.
    if (declared === 0 && message.headers['transfer-encoding'] === undefined) return finish();
    message.on('data', (chunk) => {
      total += chunk.length;
      if (total <= limit) chunks.push(chunk);
      // `end` comes later, and adds nothing. If the client sends more, the response closes the connection.
      if (!settled && (total === declared || total > limit + discardedBytes)) finish();
    });
    message.on('end', finish);
    message.on('error', fail);
    message.on('close', fail);
  });
}

/** For any other body, such as that of a Fetch `Request`. */
async function iterate(message: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of message) chunks.push(chunk);
  } catch (cause) {
    throw new Problem('malformed_request', { cause });
  }
  return joinBytes(chunks);
}
