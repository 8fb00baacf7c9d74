import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { proxyLimits, responseLimits } from '../../bounded/limits.ts';
import { toTransportError } from '../../http/connect.ts';
import type { SentRequest } from '../../http/exchange.ts';
import { createKeeper } from '../../http/read-body.ts';
import type { Header } from '../../http/request.ts';
import type { Passage, Target } from '../../http/target.ts';
import { NotSent } from '../../not-sent.ts';
import { copyResponse } from './copy-response.ts';
import type { Copy } from './read-copy.ts';

/**
 * Passes a request and its response on as they come.
 *
 * @param take gets the beginning of both. Undefined if they are not judged.
 * @param change may send something else instead of the response.
 */
export async function passThrough(
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  take: ((copy: Copy) => void) | undefined,
  change?: ChangeResponse,
): Promise<void> {
  const passage = openPassage(request, target);
  if (typeof passage === 'string') return sendError(response, 400, passage);

  const { sent } = passage;
  const startedAt = Date.now();
  const connected = await passage.connect();
  if ('error' in connected) {
    sendError(response, 502, connected.error.message);
    take?.({ ...noResponse, request: sent, startedAt, error: connected.error });
    return;
  }

  const { socket } = connected;
  // Node removes its own listener when the protocol changes.
  socket.on('error', () => {});
  const body = createKeeper(take === undefined ? 0 : responseLimits.bodyBytes);
  const upstream = openUpstream(passage, request, socket);
  const copy =
    take &&
    copyResponse(upstream, (copied) =>
      take({ ...copied, request: { ...sent, body: body.bytes() } }),
    );
  // A client that leaves ends the request at the server too.
  response.once('close', () => socket.destroy());

  let failure: unknown;
  try {
    // A server may respond before it has read the body, and then closes the connection.
    stream(request, upstream, body.add).catch(() => {});
    await passResponse(upstream, response, change && ((received) => change(sent, received)));
  } catch (error) {
    failure = error;
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) sendError(response, 502, messageOf(error));
  } finally {
    copy?.end(request.socket.destroyed, failure);
    socket.destroy();
  }
}

const noResponse = {
  bytes: Buffer.alloc(0),
  count: 0,
  isOpen: false,
  hasClientLeft: false,
  durationMs: 0,
};

function messageOf(error: unknown): string {
  return error instanceof Error ? toTransportError(error, 'server').message : String(error);
}

// RFC 9110, 7.6.1: headers about one connection are not forwarded, and the length is that of the body that follows.
const hopByHop =
  /^(connection|keep-alive|proxy-connection|te|transfer-encoding|upgrade|content-length)$/i;

/** Prepares a request as it came, without what is about its connection. Returns why it cannot be sent. */
export function openPassage(request: IncomingMessage, target: Target): Passage | string {
  const { method = 'GET', url = '/' } = request;
  try {
    return target.pass({
      method,
      // Of a client that knows it as a proxy, the target is a whole address.
      target: url.replace(/^https?:\/\/[^/?]*/i, ''),
      headers: endToEnd(request).filter(([name]) => !/^(host|expect)$/i.test(name)),
      // Only the client's headers.
      without: ['user-agent', 'accept', 'accept-encoding', 'content-length'],
    });
  } catch (error) {
    if (error instanceof NotSent) return error.message;
    throw error;
  }
}

function openUpstream(
  { sent }: Passage,
  { headers }: IncomingMessage,
  socket: Socket,
): ClientRequest {
  const framing: Header[] = [];
  if (headers['transfer-encoding'] !== undefined) framing.push(['Transfer-Encoding', 'chunked']);
  else if (headers['content-length'] !== undefined)
    framing.push(['Content-Length', headers['content-length']]);

  const upstream = openRequest({
    method: sent.method,
    path: sent.target,
    createConnection: () => socket,
    setHost: false,
    insecureHTTPParser: true,
    maxHeaderSize: proxyLimits.headBytes,
  });
  // Node would send a request without a body in chunks.
  upstream.useChunkedEncodingByDefault = false;
  for (const [name, value] of [...sent.headers, ...framing]) upstream.appendHeader(name, value);
  return upstream;
}

/** Passes interim responses on as they are (RFC 9110, 15.2). The methods of Node for them reject some, such as a list of links. */
function passInterim(upstream: ClientRequest, response: ServerResponse): void {
  let passed = 0;
  upstream.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
    passed += 1;
    const { socket } = response;
    if (passed > proxyLimits.interim) {
      upstream.emit('error', new Error('it sends interim responses only'));
      return;
    }
    if (response.headersSent || !socket?.writable) return;
    const fields = pairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${fields.join('')}\r\n`, 'latin1');
  });
}

/** A server must not change the protocol unless the client wants it (RFC 9110, 15.2.2). */
function unaskedChange(): Error {
  return new Error('it changed the protocol without being asked');
}

/** What a client gets instead of a response. */
export interface Replacement {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  /** How much of the body is sent before the connection is closed. @default all of it */
  readonly cutAt?: number;
}

/** Returns what is sent instead of a response, or nothing. It must read all of a response that it replaces. */
export type ChangeResponse = (
  sent: SentRequest,
  received: IncomingMessage,
) => Promise<Replacement | undefined>;

async function sendReplacement(
  response: ServerResponse,
  { status, reason, headers, body, cutAt }: Replacement,
): Promise<void> {
  response.sendDate = false;
  response.writeHead(status, reason, headers.flat());
  if (cutAt === undefined) {
    response.end(body);
    return;
  }
  await new Promise((resolve) => response.write(body.subarray(0, cutAt), resolve));
  response.destroy();
}

async function passResponse(
  upstream: ClientRequest,
  response: ServerResponse,
  change: ((received: IncomingMessage) => Promise<Replacement | undefined>) | undefined,
): Promise<void> {
  passInterim(upstream, response);
  upstream.once('upgrade', () => upstream.emit('error', unaskedChange()));
  const [received]: IncomingMessage[] = await once(upstream, 'response');
  // A connection that breaks later is an error of the response, which the stream reports.
  upstream.on('error', () => {});
  if (received === undefined) return;
  if (received.statusCode === 101) throw unaskedChange();
  const replacement = await change?.(received);
  if (replacement !== undefined) return sendReplacement(response, replacement);

  response.sendDate = false;
  const { statusCode = 502, statusMessage = '' } = received;
  // RFC 9112, 6.3: in chunks, the length means nothing, and is removed.
  const isChunked = received.headers['transfer-encoding'] !== undefined;
  const lengths = pairs(received.rawHeaders).filter(
    ([name]) => !isChunked && /^content-length$/i.test(name),
  );
  const headers = [...endToEnd(received), ...lengths.slice(0, 1)];
  response.writeHead(statusCode, statusMessage, headers.flat());
  // `flushHeaders` would write the bytes of headers beyond ASCII in UTF-8.
  response.write(Buffer.alloc(0));
  await stream(received, response, () => {});
}

/** The body as it comes, and the trailers. */
async function stream(
  from: IncomingMessage,
  to: ClientRequest | ServerResponse,
  see: (chunk: Buffer) => void,
): Promise<void> {
  from.on('data', see);
  await pipeline(from, to, { end: false });
  to.addTrailers(pairs(from.rawTrailers).map(([name, value]): [string, string] => [name, value]));
  to.end();
}

export function endToEnd({ rawHeaders, headers: { connection = '' } }: IncomingMessage): Header[] {
  const named = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
  return pairs(rawHeaders).filter(
    ([name]) => !hopByHop.test(name) && !named.has(name.toLowerCase()),
  );
}

export function pairs(raw: readonly string[]): Header[] {
  return raw.flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

export function sendError(response: ServerResponse, status: number, message: string): void {
  // The reason may be that of a response that could not be written.
  response.writeHead(status, STATUS_CODES[status], {
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
  });
  response.end(`proxy: ${message}\n`);
}
