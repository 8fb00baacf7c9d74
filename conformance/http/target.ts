import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseBaseUrl } from './base-url.ts';
import type { Exchange, SentRequest, TransportError } from './exchange.ts';
import { createPool } from './pool.ts';
import type { Header, RawRequest, Request } from './request.ts';
import { type ReceivedResult, sendAndReceive } from './send-and-receive.ts';
import { writeRequest } from './write-request.ts';

export interface TargetOptions {
  /** `http://` or `https://`, with any path prefix. */
  readonly baseUrl: string;
  /** Sent with every request that does not set a header of that name: what a gateway in front asks for. */
  readonly headers?: readonly Header[];
  /** PEM certificates to trust beside the system's. */
  readonly ca?: string;
  /** Accept any certificate. */
  readonly insecure?: boolean;
  readonly timeoutMs?: number;
  readonly connectTimeoutMs?: number;
  readonly maxBodyBytes?: number;
  /** Requests a second, at most. */
  readonly rate?: number;
  /** Milliseconds since 1970; the real time when absent. */
  readonly now?: () => number;
}

/** A server under test. `send` never throws: what went wrong is the exchange's `error`. */
export interface Target {
  readonly baseUrl: string;
  send(request: Request | RawRequest): Promise<Exchange>;
  /** The octets that `send` would put on the wire. */
  encode(request: Request): Uint8Array;
  /** Called for every exchange when it has ended, in the order of their ends. Returns how to stop listening. */
  listen(listener: (exchange: Exchange) => void): () => void;
  close(): void;
}

export function createTarget(options: TargetOptions): Target {
  const base = parseBaseUrl(options.baseUrl);
  const pool = createPool({
    secure: base.secure,
    host: base.hostname,
    port: base.port,
    ca: options.ca,
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
  ): Promise<ReceivedResult & { reused: boolean }> => {
    const connection = await pool.take(fresh);
    if ('error' in connection)
      return { error: connection.error, reusable: false, responded: false, reused: false };
    const result = await sendAndReceive(connection.socket, sent, {
      timeoutMs: sent.settings.timeoutMs ?? options.timeoutMs ?? 15_000,
      maxBodyBytes: options.maxBodyBytes ?? 1_048_576,
      where: base.host,
    });
    if (result.reusable && !fresh) pool.release(connection.socket);
    else closeGently(connection.socket);
    return { ...result, reused: connection.reused };
  };

  return {
    baseUrl: options.baseUrl,
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
      const fresh = sent.raw || sent.settings.fresh === true || sent.settings.lingerMs !== undefined;
      count += 1;
      const number = count;
      let result = await sendOnce(sent, fresh);
      // The server closed an idle connection as we wrote: the request was not seen, and this method may be repeated anyway.
      if (
        result.reused &&
        result.error !== undefined &&
        !result.responded &&
        result.error.kind !== 'timeout'
      ) {
        if (idempotent.test(sent.method)) result = await sendOnce(sent, true);
      }
      const error: TransportError | undefined =
        closed && result.error ? { kind: 'stopped', message: 'the run was stopped' } : result.error;
      const exchange: Exchange = {
        number,
        request: sent,
        ...(result.response && { response: result.response }),
        ...(error && { error }),
        startedAt,
        durationMs: performance.now() - start,
      };
      for (const listener of listeners) listener(exchange);
      return exchange;
    },
  };
}

const idempotent = /^(GET|HEAD|OPTIONS|PUT|DELETE|TRACE)$/;

// A server that still reads would get a reset for what it has not read; a half-close lets it finish.
function closeGently(socket: Socket): void {
  socket.on('error', () => {});
  socket.end();
  const timer = setTimeout(() => socket.destroy(), 500);
  timer.unref();
  socket.resume();
  socket.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Spaces calls so that no more than `rate` a second go through. */
function createRateLimiter(rate: number | undefined): () => Promise<void> {
  if (rate === undefined) return async () => {};
  let next = 0;
  return async () => {
    const now = performance.now();
    const mine = Math.max(now, next);
    next = mine + 1000 / rate;
    if (mine > now) await pause(mine - now);
  };
}
