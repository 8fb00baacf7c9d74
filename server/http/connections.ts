import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import { networkOfSocket } from './fair-queue.ts';
import { completeTls, hasUnread } from './raw-bytes.ts';
import { limitTurns } from './turns.ts';

interface Connection {
  /** The response that is being made or sent. */
  current: ServerResponse | undefined;
  /** The turn of the event loop in which the last request began. */
  turn: number;
  /** The request that was parsed last. */
  latest: IncomingMessage | undefined;
  /** How many bytes of its body are still to come; 0 when it is chunked. */
  bodyLeft: number;
  /** How many lines of a chunked body, or empty ones, have come since the last response has left. A chunk has two. */
  discarded: number;
  /** Whether the beginning of a header was parsed, and not its end. */
  inHeader: boolean;
}

interface ConnectionLimits {
  /** For how long the connection may make no progress with sending a response. */
  readonly sendTimeoutMs: number;
  /** For how long a client may go on to send a body that is discarded. */
  readonly lingerMs: number;
}

// Each keeps 64 KiB, or a thousand packets of one byte. Hardly any client sends a request before it has the response to the last.
const mostWaiting = 100;

const connections = new WeakMap<Duplex, Connection>();
const openSockets = new WeakMap<Server, Set<Socket>>();

/**
 * Serves the requests of a connection one at a time, in the order of their responses (RFC 9112, 9.3.2). The next one is parsed when
 * the response before it has left. Node would parse all requests of a packet at once, where a request of 18 bytes takes
 * kilobytes, and queue their responses. It never emits `close` for such a response when the client leaves, and whatever waits
 * for that event leaks. Here no response is ever queued, and a request that never begins has no effect.
 *
 * The server emits `begin`, with request and response, for each request that begins.
 */
export function serveOneAtATime(
  server: Server,
  limits: ConnectionLimits,
  listener: RequestListener,
): void {
  // A client that ends only its own direction still reads the responses. Node has no option for this field of its server.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Their next request has come, and waits for the response before it.
  const waiting = new Set<Socket>();
  const sockets = new Set<Socket>();
  openSockets.set(server, sockets);
  const open = (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    connections.set(socket, openConnection(socket, limits, waiting, turns));
  };
  // With TLS, a connection begins after its handshake.
  const isTls = server instanceof TlsServer;
  const turns = limitTurns(server, (socket) => isTls || open(socket));
  completeTls(server);
  server.on('secureConnection', open);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket, headers } = request;
    const connection = connections.get(socket);
    // No request is served after the end (RFC 9112, 9.6), or behind one of which Node has dropped Content-Length.
    if (connection === undefined || connection.current !== undefined || !socket.writable) return;
    const bodyLeft = Number(headers['content-length'] ?? 0);
    const turn = turns.number();
    Object.assign(connection, { current: response, latest: request, turn, bodyLeft, discarded: 0 });
    response.on('close', () => {
      connection.current = undefined;
      if (waiting.delete(socket)) turns.wait(socket);
    });
    server.emit('begin', request, response);
    listener(request, response);
  });
  // Node notices a write without progress when the time is over for the second time.
  const timeoutMs = Math.ceil(limits.sendTimeoutMs / 2);
  server.setTimeout(timeoutMs, (socket) => {
    // The client waits for the service, and not the other way round.
    if (connections.get(socket)?.current !== undefined && socket.writableLength === 0)
      socket.setTimeout(timeoutMs);
    else socket.destroy();
  });
}

/**
 * Closes the connections between two requests. From Node 26, `closeIdleConnections` also closes those whose first request is still to
 * come, and every Node those that wait for their turn, and those of which the client has not received the whole response.
 */
export function closeIdle(server: Server): void {
  for (const socket of openSockets.get(server) ?? []) {
    const { current, latest, inHeader } = connections.get(socket) ?? {};
    const isBusy = current !== undefined || inHeader || hasUnread(socket);
    if (latest?.complete && !isBusy) socket.destroy();
  }
}

/** What a connection is doing; `undefined` before it was opened. */
export function connectionOf(
  socket: Duplex,
): Readonly<Pick<Connection, 'current' | 'latest'>> | undefined {
  return connections.get(socket);
}

function openConnection(
  socket: Socket,
  { lingerMs, sendTimeoutMs }: ConnectionLimits,
  waiting: Set<Socket>,
  turns: ReturnType<typeof limitTurns>,
): Connection {
  const none = { current: undefined, latest: undefined };
  const counts = { turn: 0, bodyLeft: 0, discarded: 0 };
  const connection: Connection = { ...none, ...counts, inHeader: false };
  const closeAtOnce = socket.destroySoon;
  // Node calls this once the last response of a connection has left. A client that still sends its request must receive it, too.
  socket.destroySoon = () => {
    if (connection.latest?.complete === false) linger(socket, lingerMs);
    else closeAtOnce.call(socket);
  };

  // Each byte that comes meanwhile starts Node's timer anew.
  let timer: NodeJS.Timeout | undefined;
  const endWhenStalled = () => {
    if (timer !== undefined || connection.current === undefined) return;
    const sent = sentBytes(socket);
    timer = setTimeout(() => {
      timer = undefined;
      const hasStalled = socket.writableLength > 0 && sentBytes(socket) === sent;
      if (connection.current !== undefined && hasStalled) socket.destroy();
      else endWhenStalled();
    }, sendTimeoutMs).unref();
  };
  socket.once('close', () => clearTimeout(timer));

  // A paused connection takes in one more packet, of over a kilobyte each. Node has an option for it, but not with TLS.
  Object.assign(Reflect.get(socket, '_readableState'), { highWaterMark: 1 });

  // Node's parser.
  const listeners = socket.listeners('data');
  socket.removeAllListeners('data');
  let kept: Buffer | undefined;
  socket.on('data', (bytes: Buffer) => {
    endWhenStalled();
    // What is only discarded takes time, too.
    if (!socket.writable) turns.discard(socket);
    let rest = kept === undefined ? bytes : Buffer.concat([kept, bytes]);
    kept = undefined;
    while (rest.length > 0 && socket.writable && socket.listenerCount('data') > 0) {
      const { current, latest } = connection;
      if (latest?.complete && current !== undefined) {
        waiting.add(socket);
        endWhenStalled();
        if (waiting.size > mostWaiting) endOldest(waiting);
        socket.pause();
      } else if (latest?.complete && connection.turn === turns.number()) {
        // At most one request in a turn of the event loop, or other connections, timers and the log would wait for all of a packet.
        socket.pause();
        setImmediate(() => turns.wait(socket));
      } else if (turns.mustWait(socket)) turns.wait(socket, rest);
      // Node resumes it when the body is read.
      if (latest?.complete === false && latest.readableLength > 0) socket.pause();
      if (socket.isPaused()) return socket.unshift(rest);
      const end = endOfPart(rest, connection.bodyLeft);
      if (end === 0) {
        kept = rest;
        return;
      }
      const part = rest.subarray(0, end);
      rest = rest.subarray(end);
      const isInBody = latest?.complete === false;
      const isBetween = !isInBody && areLineEnds(part);
      if (connection.bodyLeft > 0) connection.bodyLeft -= end;
      else if (isBetween) connection.discarded += end / 2;
      else if (current === undefined && isInBody)
        connection.discarded += part.toString('latin1').split('\r\n').length - 1;
      if (connection.discarded > mostDiscarded) return linger(socket, lingerMs);
      connection.inHeader = !isInBody && !isBetween && !part.subarray(-4).equals(blankLine);
      for (const parse of listeners) parse.call(socket, part);
    }
  });
  return connection;
}

// With TLS, Node reports late that a response has left, and the next request of any client may wait for a moment. So the
// network with the most that wait gives up the oldest of them.
function endOldest(waiting: Set<Socket>): void {
  const sizes = new Map<string, number>();
  const sizeOf = (socket: Socket) => sizes.get(networkOfSocket(socket)) ?? 0;
  for (const socket of waiting) sizes.set(networkOfSocket(socket), sizeOf(socket) + 1);
  const most = Math.max(...sizes.values());
  const oldest = [...waiting].find((socket) => sizeOf(socket) === most);
  if (oldest !== undefined) waiting.delete(oldest.destroy());
}

function sentBytes({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}

// The parser makes an object of each chunk, however small.
const partBytes = 1024;

// More chunks that nobody reads, or empty lines before a request (RFC 9112, 2.2), end the connection.
const mostDiscarded = 2 * 512;
const blankLine = Buffer.from('\r\n\r\n');

// Before a request the parser skips them, in any order, and Node's time limits have not begun.
const areLineEnds = (bytes: Buffer) => bytes.every((byte) => byte === 10 || byte === 13);

/** Where the header of a request or its body ends, or else the part. What may be the beginning of a blank line is left. */
function endOfPart(bytes: Buffer, bodyLeft: number): number {
  if (bodyLeft > 0) return Math.min(bodyLeft, bytes.length);
  const part = bytes.subarray(0, partBytes);
  // A blank line ends a header, and a chunked body with its trailers.
  const endOfHeader = part.indexOf(blankLine);
  if (endOfHeader >= 0) return endOfHeader + 4;
  return part.length - (/\r(\n\r?)?$/.exec(part.subarray(-3).toString('latin1'))?.[0].length ?? 0);
}

/** Reads on, because closing while the client sends might lose the response (RFC 9112, 9.6). */
export function linger(socket: Duplex, milliseconds: number): void {
  socket.end();
  socket.resume();
  setTimeout(() => socket.destroy(), milliseconds).unref();
}

const queued = new WeakMap<Duplex, Set<ServerResponse>>();

/** Node never emits `close` for a response that it queued behind another when the client leaves. */
export function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  let responses = queued.get(socket);
  if (responses === undefined) {
    responses = new Set();
    queued.set(socket, responses);
    socket.once('close', () => {
      for (const waiting of queued.get(socket) ?? []) waiting.emit('close');
    });
  }
  responses.add(response);
  response.once('close', () => queued.get(socket)?.delete(response));
}
