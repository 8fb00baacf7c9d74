import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Connection {
  /** The response that is being made or sent. */
  current: ServerResponse | undefined;
  /** What comes after it, in order. */
  readonly waiting: Turn[];
  /** The request that was parsed last. */
  latest: IncomingMessage | undefined;
  /** Shared by all connections of a server. */
  readonly load: Load;
}

interface Load {
  /** Requests that wait for their turn. */
  waiting: number;
}

// A request is a few bytes long and takes many times as much memory here. Hardly any client sends one before it has the
// response to the last.
const mostWaiting = 2_000;

/** A request that is served, or what could not be parsed and is rejected. */
interface Turn {
  readonly request?: IncomingMessage;
  readonly response?: ServerResponse;
  run(): void;
}

interface ConnectionLimits {
  /** How many requests of a connection may wait for their turn. */
  readonly pipelinedRequests: number;
  /** For how long the connection may make no progress with sending a response. */
  readonly sendTimeoutMs: number;
  /** For how long a client may go on to send a body that is discarded. */
  readonly lingerMs: number;
}

const connections = new WeakMap<Duplex, Connection>();

/**
 * Serves the requests of a connection one at a time, in the order of their responses (RFC 9112, 9.3.2). The next one begins when
 * the response before it has left. Node never emits `close` for a response that it queued behind another when the client leaves,
 * and whatever waits for that event leaks. Here no response is ever queued, and a request that never begins has no effect.
 *
 * The server emits `begin`, with request and response, for each request that begins.
 */
export function serveOneAtATime(server: Server, limits: ConnectionLimits, listener: RequestListener): void {
  // A client that ends only its own direction still reads the responses. Node has no option for this field of its server.
  Object.assign(server, { httpAllowHalfOpen: true });
  const load: Load = { waiting: 0 };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket) ?? openConnection(socket, limits.lingerMs, load);
    connection.latest = request;
    // Node drops what follows an offer to switch protocols in the same packet. The client must know, and send it again.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    const run = () => {
      server.emit('begin', request, response);
      response.on('close', () => endTurn(connection, socket));
      listener(request, response);
    };
    takeTurn(connection, socket, { request, response, run });
    if (connection.waiting.length > limits.pipelinedRequests || load.waiting > mostWaiting) socket.destroy();
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

/** What a connection is doing; `undefined` before its first request. */
export function connectionOf(socket: Duplex): Readonly<Pick<Connection, 'current' | 'latest'>> | undefined {
  return connections.get(socket);
}

/** Rejects what could not be parsed, after the responses to the requests before it. */
export function rejectInTurn(socket: Duplex, run: () => void): void {
  const connection = connections.get(socket);
  if (connection === undefined) {
    run();
    return;
  }
  const last = connection.waiting.at(-1);
  // It has been rejected already.
  if (last !== undefined && last.request === undefined) return;
  // Its body is what could not be parsed.
  if (last?.request?.complete === false) removeWaiting(connection, -1);
  takeTurn(connection, socket, { run });
}

/** Reads on, because closing while the client sends might lose the response (RFC 9112, 9.6). */
export function linger(socket: Duplex, milliseconds: number): void {
  socket.end();
  socket.resume();
  setTimeout(() => socket.destroy(), milliseconds).unref();
}

function openConnection(socket: Duplex & { destroySoon(): void }, lingerMs: number, load: Load): Connection {
  const connection: Connection = { current: undefined, waiting: [], latest: undefined, load };
  connections.set(socket, connection);
  const closeAtOnce = socket.destroySoon;
  // Node calls this once the last response of a connection has left. A client that has not sent its whole request yet must
  // receive it, too.
  socket.destroySoon = () => {
    if (connection.latest?.complete === false) linger(socket, lingerMs);
    else closeAtOnce.call(socket);
  };
  return connection;
}

function takeTurn(connection: Connection, socket: Duplex, turn: Turn): void {
  if (connection.current !== undefined) {
    connection.waiting.push(turn);
    connection.load.waiting += 1;
  }
  // Node still emits the requests that came after, or just before, the end. They must not be served (RFC 9112, 9.6).
  else if (!socket.destroyed && !socket.writableEnded) beginTurn(connection, turn);
}

function beginTurn(connection: Connection, turn: Turn): void {
  connection.current = turn.response;
  turn.run();
}

function endTurn(connection: Connection, socket: Duplex): void {
  connection.current = undefined;
  if (socket.destroyed || socket.writableEnded) removeWaiting(connection, 0);
  const [turn] = removeWaiting(connection, 0, 1);
  if (turn !== undefined) beginTurn(connection, turn);
}

function removeWaiting(
  { waiting, load }: Connection,
  start: number,
  count = waiting.length,
): readonly Turn[] {
  const removed = waiting.splice(start, count);
  load.waiting -= removed.length;
  return removed;
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
