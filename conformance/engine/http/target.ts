import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Certificates, toSecureContext } from './certificates.ts';
import { type Address, type Connected, openConnection } from './connect.ts';
import type { Exchange, SentRequest, TransportError } from './exchange.ts';
import { type Header, parseBaseUrl, type RawRequest, type Request } from './request.ts';

import { type ReceivedResult, sendAndReceive } from './send-and-receive.ts';
import { writeRequest } from './write-request.ts';

export interface TargetOptions extends Certificates {
  /** `http://` or `https://`, with any path prefix. */
  readonly baseUrl: string;
  /** Sent with every request that does not set a header of that name, for a gateway in front of the server. */
  readonly headers?: readonly Header[];
  /** Accepts any certificate. @default false */
  readonly insecure?: boolean;
  /** For one response. @default 15000 */
  readonly timeoutMs?: number;
  /** @default 5000 */
  readonly connectTimeoutMs?: number;
  /** Maximum number of requests per second. @default unlimited */
  readonly rate?: number;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
}

/**
 * A server under test. `send` throws only `NotSent`, for what HTTP cannot express. An error of the connection is `error` of the
 * exchange.
 */
export interface Target {
  readonly baseUrl: string;
  send(request: Request | RawRequest): Promise<Exchange>;
  /** For a proxy: the request as `send` writes it. The caller sends it on a connection of its own. @throws NotSent */
  pass(request: Request): Passage;
  /** The bytes that `send` would send. */
  encode(request: Request): Uint8Array;
  /** Shows the listeners what came of a request that a proxy has passed on. */
  report(exchange: Omit<Exchange, 'number'>): void;
  /** Calls the listener after every exchange. Returns a function that stops this. */
  listen(listener: (exchange: Exchange) => void): () => void;
  close(): void;
}

/** A request that a proxy passes on. */
export interface Passage {
  readonly sent: SentRequest;
  /** A new connection to the server, which the caller closes. */
  connect(): Promise<Connected>;
}

/** @throws TypeError with one plain sentence when the address or the certificates cannot be used. */
export function createTarget(options: TargetOptions): Target {
  const base = parseBaseUrl(options.baseUrl);
  const pool = createPool({
    secure: base.secure,
    host: base.hostname,
    port: base.port,
    secureContext: toSecureContext(options),
    insecure: options.insecure ?? false,
    connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
  });
  const listeners = new Set<(exchange: Exchange) => void>();
  const writing = { host: base.host, prefix: base.prefix, headers: options.headers ?? [] };
  const waitForTurn = createRateLimiter(options.rate);
  const now = options.now ?? Date.now;
  let count = 0;
  let closed = false;

  const sendOnce = async (
    sent: SentRequest,
    fresh: boolean,
  ): Promise<ReceivedResult & { connectMs: number; mayBeClosed?: boolean }> => {
    const start = performance.now();
    const connection = await pool.take(fresh);
    const sentAt = performance.now();
    const connectMs = sentAt - start;
    if ('error' in connection) return { error: connection.error, keepAliveMs: 0, connectMs };
    const result = await sendAndReceive(connection.socket, sent, {
      timeoutMs: sent.settings.timeoutMs ?? options.timeoutMs ?? 15_000,
      where: base.host,
    });
    const { keepAliveMs } = result;
    const mayBeClosed = result.response !== undefined && result.response.status >= 400;
    if (keepAliveMs > 0 && !fresh)
      pool.release(connection.socket, { sentAt, keepAliveMs, mayBeClosed });
    else closeGently(connection.socket);
    return { ...result, connectMs, mayBeClosed: connection.mayBeClosed === true };
  };
  // Some servers close a connection after an error without saying so in the response. Otherwise a request is never repeated,
  // because a repetition would hide that the server lost the first one.
  const sendAgainIfClosed = async (sent: SentRequest, fresh: boolean) => {
    const first = await sendOnce(sent, fresh);
    const isClosed = first.error?.kind === 'closed' || first.error?.kind === 'reset';
    const isStale = isClosed && first.mayBeClosed === true && first.waitMs === undefined;
    return isStale && !closed ? sendOnce(sent, true) : first;
  };

  return {
    baseUrl: options.baseUrl,
    pass: (request) => ({
      sent: writeRequest(request, writing),
      connect: async () => {
        await waitForTurn();
        return pool.take(true);
      },
    }),
    report: (exchange) => {
      count += 1;
      for (const listener of listeners) listener({ ...exchange, number: count });
    },
    encode: (request) => writeRequest(request, writing).bytes,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      closed = true;
      pool.close();
    },
    send: async (request) => {
      await waitForTurn();
      const sent = writeRequest(request, writing);
      const startedAt = now();
      const start = performance.now();
      const fresh =
        sent.raw || sent.settings.fresh === true || sent.settings.lingerMs !== undefined;
      count += 1;
      const number = count;
      const result = await sendAgainIfClosed(sent, fresh);
      const error: TransportError | undefined =
        closed && result.error ? { kind: 'stopped', message: 'the run was stopped' } : result.error;
      const exchange: Exchange = {
        number,
        request: sent,
        ...(result.response && { response: result.response }),
        ...(error && { error }),
        startedAt,
        durationMs: performance.now() - start,
        connectMs: result.connectMs,
        ...(result.waitMs !== undefined && { waitMs: result.waitMs }),
      };
      for (const listener of listeners) listener(exchange);
      return exchange;
    },
  };
}

// Destroying the socket would reset a server that is still reading. A half-close lets it finish.
function closeGently(socket: Socket): void {
  socket.on('error', () => {});
  socket.end();
  const timer = setTimeout(() => socket.destroy(), 500);
  timer.unref();
  socket.resume();
  socket.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Returns a function that waits until the next request may be sent. */
export function createRateLimiter(rate: number | undefined): () => Promise<void> {
  if (rate === undefined) return async () => {};
  let next = 0;
  return async () => {
    const now = performance.now();
    const mine = Math.max(now, next);
    next = mine + 1000 / rate;
    if (mine > now) await pause(mine - now);
  };
}

interface LastUse {
  readonly sentAt: number;
  readonly keepAliveMs: number;
  /** Whether the server may have closed it without saying so. */
  readonly mayBeClosed: boolean;
}

// Servers close idle connections (gunicorn after 2 s, Node after 5 s). A request on a connection that the server is closing
// would be lost through no error of the server, and a repetition would hide the errors of others.
const longestIdleMs = 250;
// The server's idle time may begin long before this process reads the response, when the machine is busy.
const longestSinceSentMs = 1_000;

function createPool(address: Address) {
  const idle = new Map<Socket, { until: number; forget: () => void; mayBeClosed: boolean }>();
  const open = new Set<Socket>();

  return {
    /** A connection that was used just now, or a new one; always a new one when `fresh`. */
    take: async (fresh: boolean): Promise<Connected> => {
      const last = fresh ? undefined : [...idle].at(-1);
      if (last) {
        const [socket, { until, forget, mayBeClosed }] = last;
        idle.delete(socket);
        socket.off('close', forget).off('data', forget).off('error', forget);
        if (!socket.destroyed && performance.now() < until) {
          socket.ref();
          return { socket, mayBeClosed };
        }
        socket.destroy();
      }
      const opened = await openConnection(address);
      if ('error' in opened) return opened;
      open.add(opened.socket);
      opened.socket.once('close', () => open.delete(opened.socket));
      return opened;
    },
    /** Keeps a connection for the next request. The server has said that it closes the connection after `keepAliveMs`. */
    release: (socket: Socket, { sentAt, keepAliveMs, mayBeClosed }: LastUse) => {
      // Bytes on an idle connection belong to no request, so the connection cannot be used again.
      const forget = () => {
        idle.delete(socket);
        socket.destroy();
      };
      socket.once('close', forget).once('data', forget).once('error', forget);
      socket.unref();
      const until = Math.min(
        performance.now() + longestIdleMs,
        // Half of what the server grants, for the time that a request travels.
        sentAt + Math.min(longestSinceSentMs, keepAliveMs / 2),
      );
      idle.set(socket, { until, forget, mayBeClosed });
    },
    close: () => {
      for (const socket of open) socket.destroy();
      idle.clear();
      open.clear();
    },
  };
}
