import type { Exchange } from './http/exchange.ts';
import type { Header, RawRequest, Request } from './http/request.ts';

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
