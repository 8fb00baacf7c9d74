import type { ProtocolError } from './protocol-error.ts';
import type { Header, SendSettings } from './request.ts';

export interface Response {
  readonly status: number;
  readonly reason: string;
  /** In the order and spelling received. */
  readonly headers: readonly Header[];
  /** The first header of that name, whatever its case. */
  header(name: string): string | undefined;
  headerAll(name: string): readonly string[];
  /** The body without transfer coding. */
  readonly body: Uint8Array;
  /** The body as UTF-8. Invalid bytes are replaced. */
  readonly text: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: { readonly value: unknown } | undefined;
  readonly protocolErrors: readonly ProtocolError[];
  /** The response as received, head and body. */
  readonly bytes: Uint8Array;
  /** Bytes that came after the end of the response. */
  readonly rest: Uint8Array;
}

export type TransportErrorKind =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'reset'
  | 'closed'
  | 'timeout'
  | 'connect-timeout'
  | 'body-too-large'
  | 'not-http'
  | 'stopped';

export interface TransportError {
  readonly kind: TransportErrorKind;
  /** One plain sentence. */
  readonly message: string;
}

/** The request as it was sent: with the headers that were added, and the base path in `target`. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly bytes: Uint8Array;
  /** Whether the request was given as bytes. Method, target and headers are then parsed from them. */
  readonly raw: boolean;
  readonly settings: SendSettings;
}

/** Both `response` and `error` are set when a response began and did not end. */
export interface Exchange {
  /** 1 for the first request of a target, 2 for the next. */
  readonly number: number;
  readonly request: SentRequest;
  readonly response?: Response;
  readonly error?: TransportError;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Milliseconds of `durationMs` until there was a connection, new or idle. */
  readonly connectMs?: number;
  /** Milliseconds from then until the first byte of the response. Absent when none came. */
  readonly waitMs?: number;
}
