import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { responseLimits } from '../../bounded/limits.ts';
import { toTransportError } from '../../http/connect.ts';
import type { SentRequest } from '../../http/exchange.ts';
import { createKeeper } from '../../http/read-body.ts';
import type { Header } from '../../http/request.ts';
import type { Passage, Target } from '../../http/target.ts';
import { NotSent } from '../../not-sent.ts';
import { type Copied, copyResponse } from './copy-response.ts';

/**
 * Passes a request and its response on as they come.
 *
 * @param isJudged whether the listeners of the target see the beginning of both
 */
export async function passThrough(
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  isJudged: boolean,
): Promise<void> {
  const passage = openPassage(request, target);
  if (typeof passage === 'string') return sendError(response, 400, passage);

  const startedAt = Date.now();
  const connected = await passage.connect();
  if ('error' in connected) {
    sendError(response, 502, connected.error.message);
    const { error } = connected;
    if (isJudged) passage.report({ request: passage.sent, error, startedAt, durationMs: 0 });
    return;
  }

  const { socket } = connected;
  const body = createKeeper(isJudged ? responseLimits.bodyBytes : 0);
  const upstream = openUpstream(passage, request, socket);
  const report = (copied: Copied) =>
    passage.report({ ...copied, request: withBody(passage.sent, body.bytes()) });
  const copy = isJudged ? copyResponse(upstream, report) : undefined;
  // A client that leaves ends the request at the server too.
  response.once('close', () => socket.destroy());

  let failure: unknown;
  try {
    // A server may respond before it has read the body, and then closes the connection.
    stream(request, upstream, body.add).catch(() => {});
    await passResponse(upstream, response);
  } catch (error) {
    failure = error;
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) sendError(response, 502, messageOf(error));
  } finally {
    copy?.end(request.socket.destroyed, failure);
    socket.destroy();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? toTransportError(error, 'server').message : String(error);
}

function withBody(sent: SentRequest, body: Buffer): SentRequest {
  return { ...sent, body, bytes: Buffer.concat([sent.bytes, body]) };
}

// RFC 9110, 7.6.1: headers about one connection are not forwarded, and the length is that of the body that follows.
const hopByHop =
  /^(connection|keep-alive|proxy-connection|te|transfer-encoding|upgrade|content-length)$/i;

function openPassage(request: IncomingMessage, target: Target): Passage | string {
  const { method = 'GET', url = '/' } = request;
  try {
    return target.pass({
      method,
      // Of a client that knows it as a proxy, the target is a whole address.
      target: url.replace(/^https?:\/\/[^/?]*/i, ''),
      headers: endToEnd(request).filter(([name]) => !/^(host|expect)$/i.test(name)),
      // Only the client's headers.
      without: ['user-agent', 'accept', 'content-length'],
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

  return openRequest({
    method: sent.method,
    path: sent.target,
    headers: [...sent.headers, ...framing].flat(),
    createConnection: () => socket,
    setHost: false,
    insecureHTTPParser: true,
  });
}

async function passResponse(upstream: ClientRequest, response: ServerResponse): Promise<void> {
  upstream.on('information', ({ statusCode, headers: { link } }) => {
    if (statusCode === 103 && link !== undefined) response.writeEarlyHints({ link });
  });
  const [received]: IncomingMessage[] = await once(upstream, 'response');
  // A connection that breaks later is an error of the response, which the stream reports.
  upstream.on('error', () => {});
  if (received === undefined) return;

  response.sendDate = false;
  const { statusCode = 502, statusMessage = '' } = received;
  const lengths = pairs(received.rawHeaders).filter(([name]) => /^content-length$/i.test(name));
  const headers = [...endToEnd(received), ...lengths.slice(0, 1)];
  response.writeHead(statusCode, statusMessage, headers.flat());
  response.flushHeaders();
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

function endToEnd({ rawHeaders, headers: { connection = '' } }: IncomingMessage): Header[] {
  const named = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
  return pairs(rawHeaders).filter(
    ([name]) => !hopByHop.test(name) && !named.has(name.toLowerCase()),
  );
}

function pairs(raw: readonly string[]): Header[] {
  return raw.flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

export function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`proxy: ${message}\n`);
}
