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
  /** The body as UTF-8, wrong octets replaced. */
  readonly text: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: { readonly value: unknown } | undefined;
  readonly protocolErrors: readonly ProtocolError[];
  /** The answer as it came, head and body. */
  readonly bytes: Uint8Array;
  /** Octets that came after the end of the answer. */
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

/** The request as it went out: headers include those that were added, `target` includes the base path. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly bytes: Uint8Array;
  /** True when the octets were given as such, and method, target and headers are a reading of them. */
  readonly raw: boolean;
  readonly settings: SendSettings;
}

/** Both `response` and `error` are set when an answer began and did not end. */
export interface Exchange {
  /** 1 for the first request of a target, counting on. */
  readonly number: number;
  readonly request: SentRequest;
  readonly response?: Response;
  readonly error?: TransportError;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
}
