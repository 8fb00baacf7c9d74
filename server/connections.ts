import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/*
 * The guard in front of Node's parser. Node parses a whole packet of 64 KiB before any code of ours runs: thousands of requests, or
 * of chunks of one byte, each of which takes memory. With 100 connections that reached 1.7 GB. So the parser gets a part at a time,
 * and nothing after a whole request until its response has left. A part holds a dozen of the smallest requests.
 */

interface Connection {
  /** The response that is being made or sent. */
  current: ServerResponse | undefined;
  /** The request that was parsed last. */
  latest: IncomingMessage | undefined;
  /** Bytes that came after a response that ends the connection. */
  discarded: number;
}

const partBytes = 256;

// A client that sends everything before it reads must still get its response. Only one that says how much comes is waited for.
const mostDiscarded = { declared: 1024 * 1024, others: 64 * 1024 };
const lingerMs = 5_000;

const connections = new WeakMap<Duplex, Connection>();

/** What happens on a connection now; `undefined` when it is not one of a guarded server. */
export function connectionOf(socket: Duplex): Readonly<Connection> | undefined {
  return connections.get(socket);
}

/**
 * Serves one request at a time on each connection. A request that arrives before the response to the last one ends the connection
 * after that response (RFC 9112, 9.3.2 and 9.6 allow it). Browsers, fetch and proxies send no such request.
 */
export function guardConnections(server: Server, listener: RequestListener): void {
  // Otherwise Node drops the response to a client that ends its direction of the connection.
  Reflect.set(server, 'httpAllowHalfOpen', true);
  server.on('connection', guard);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined || !socket.writable) return;
    // It came in the same part as the request before it.
    if (connection.current !== undefined) return endAfter(connection.current, socket);

    connection.current = response;
    connection.latest = request;
    limitBuffer(request);
    response.once('close', () => {
      connection.current = undefined;
      // The rest of a request that nobody waits for is not parsed.
      if (!request.complete) linger(socket);
    });
    listener(request, response);
  });
}

/** A body may come in chunks of one byte, each of which is an object of its own until it is read. */
function limitBuffer(request: IncomingMessage): void {
  // Node has no other way to set it for one request.
  const { _readableState: state } = request as IncomingMessage & {
    readonly _readableState: { highWaterMark: number };
  };
  state.highWaterMark = 1024;
}

function guard(socket: Socket): void {
  const connection: Connection = { current: undefined, latest: undefined, discarded: 0 };
  connections.set(socket, connection);

  const destroySoon = socket.destroySoon.bind(socket);
  // Node calls it after a response that ends the connection. Closing while the client still sends might lose the response.
  socket.destroySoon = () => {
    if (connection.latest?.complete === false) linger(socket);
    else destroySoon();
  };

  // Those of Node's parser.
  const parsers = socket.listeners('data');
  socket.removeAllListeners('data');
  socket.on('data', (bytes: Buffer) => {
    for (let start = 0; start < bytes.length; start += partBytes) {
      const next = whatNext(connection, socket);
      if (next === 'parse') {
        const part = bytes.subarray(start, start + partBytes);
        for (const parse of parsers) parse.call(socket, part);
      } else {
        return handleRest(next, bytes.subarray(start), connection, socket);
      }
    }
  });
}

type Next = 'parse' | 'wait' | 'end' | 'discard';

function whatNext({ current, latest }: Connection, socket: Socket): Next {
  if (!socket.writable) return 'discard';
  if (latest === undefined) return 'parse';
  // A new request, or the next one too early.
  if (latest.complete) return current === undefined ? 'parse' : 'end';
  // Nobody reads the rest of the body any more.
  if (current === undefined || current.writableEnded) return 'discard';
  // Node resumes the socket when enough of the body was read.
  return latest.readableLength >= latest.readableHighWaterMark ? 'wait' : 'parse';
}

function handleRest(next: Next, rest: Buffer, connection: Connection, socket: Socket): void {
  if (next === 'wait') {
    socket.pause();
    socket.unshift(rest);
    return;
  }
  if (next === 'end' && connection.current !== undefined) {
    endAfter(connection.current, socket);
    return;
  }
  connection.discarded += rest.length;
  const { latest } = connection;
  const isDeclared = latest?.headers['content-length'] !== undefined;
  if (connection.discarded > mostDiscarded[isDeclared ? 'declared' : 'others']) socket.destroy();
}

function endAfter(response: ServerResponse, socket: Socket): void {
  socket.pause();
  if (response.headersSent) response.once('close', () => socket.destroySoon());
  else response.shouldKeepAlive = false;
}

/** Ends a connection, and reads on for a while: closing it while the client sends might lose the response (RFC 9112, 9.6). */
export function linger(socket: Duplex): void {
  socket.end();
  socket.resume();
  const timeout = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timeout));
}

/** A listener whose requests wait until there is somebody to serve them. */
export interface Opening {
  readonly listener: RequestListener;
  open(listener: RequestListener): void;
}

export function createOpening(): Opening {
  const waiting: (() => void)[] = [];
  let listen: RequestListener = (request, response) => {
    waiting.push(() => listen(request, response));
  };
  return {
    listener: (request, response) => listen(request, response),
    open: (listener) => {
      listen = listener;
      for (const serve of waiting) serve();
    },
  };
}
