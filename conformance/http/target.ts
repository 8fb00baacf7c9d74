import { parseBaseUrl } from './base-url.ts';
import { drop } from './drop.ts';
import type { Exchange, SentRequest, TransportError } from './exchange.ts';
import { createPace } from './pace.ts';
import { createPool } from './pool.ts';
import type { Header, RawRequest, Request } from './request.ts';
import { type Conversation, converse } from './send-and-receive.ts';
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
  readonly maxBodyOctets?: number;
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
  const slot = createPace(options.rate);
  const now = options.now ?? Date.now;
  let count = 0;
  let closed = false;

  const converseOnce = async (
    sent: SentRequest,
    fresh: boolean,
  ): Promise<Conversation & { reused: boolean }> => {
    const lease = await pool.take(fresh);
    if ('error' in lease) return { error: lease.error, reusable: false, answered: false, reused: false };
    const said = await converse(lease.socket, sent, {
      timeoutMs: sent.settings.timeoutMs ?? options.timeoutMs ?? 15_000,
      maxBodyOctets: options.maxBodyOctets ?? 1_048_576,
      where: base.host,
    });
    if (said.reusable && !fresh) pool.giveBack(lease.socket);
    else drop(lease.socket);
    return { ...said, reused: lease.reused };
  };

  return {
    baseUrl: options.baseUrl,
    encode: (request) => writeRequest(request, writing).octets,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      closed = true;
      pool.close();
    },
    send: async (request) => {
      await slot();
      const sent = writeRequest(request, writing);
      const startedAt = now();
      const start = performance.now();
      const fresh = sent.raw || sent.settings.fresh === true || sent.settings.lingerMs !== undefined;
      count += 1;
      const number = count;
      let said = await converseOnce(sent, fresh);
      // The server closed an idle connection as we wrote: the request was not seen, and this method may be repeated anyway.
      if (said.reused && said.error !== undefined && !said.answered && said.error.kind !== 'timeout') {
        if (idempotent.test(sent.method)) said = await converseOnce(sent, true);
      }
      const error: TransportError | undefined =
        closed && said.error ? { kind: 'stopped', message: 'the run was stopped' } : said.error;
      const exchange: Exchange = {
        number,
        request: sent,
        ...(said.response && { response: said.response }),
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
