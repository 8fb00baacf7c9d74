import type { Header, SendSettings } from './request.ts';

export interface Response {
  readonly status: number;
  readonly reason: string;
  /** In the order and spelling received. */
  readonly headers: readonly Header[];
  /** The first header of that name, whatever its case. */
  header(name: string): string | undefined;
  headerAll(name: string): readonly string[];
  /** The body without its transfer and content codings; of a larger one than is kept, the beginning. */
  readonly body: Uint8Array;
  /** The body as UTF-8. Invalid bytes are replaced. */
  readonly text: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: { readonly value: unknown } | undefined;
  /** Why the body cannot be judged: it is too large, or in an unknown content coding. */
  readonly unjudged?: string;
  /** The server was still sending: a stream that need not end. The body is what had arrived. */
  readonly isOpen?: true;
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
  /** The server had too much to do, with other requests. What it then sent, or did not send, is no finding. */
  readonly busy?: true;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Milliseconds of `durationMs` until there was a connection, new or idle. */
  readonly connectMs?: number;
  /** Milliseconds from then until the first byte of the response. Absent when none came. */
  readonly waitMs?: number;
}

/** Errors in a response that a lenient client would hide. */
const protocolErrorKinds = {
  'bare-line-feed': 'a line of the head ends in LF without CR',
  'bare-carriage-return': 'a line of the head contains a CR',
  'folded-header': 'a header is continued on the next line',
  'malformed-header': 'a line of the head is not `name: value`',
  'malformed-status-line': 'the status line is not `HTTP/1.1 nnn reason`',
  'long-head': 'the head has more lines than clients accept',
  'duplicate-header': 'a header that may occur once occurs twice',
  'content-length-invalid': 'Content-Length is not a number',
  'content-length-contradictory': 'Content-Length is given twice with different values',
  'content-length-and-chunked': 'the head has both Content-Length and Transfer-Encoding',
  'transfer-encoding-unknown': 'Transfer-Encoding is not chunked',
  'bad-chunk': 'the chunked coding is invalid',
  truncated: 'the body ended before the announced length',
  'body-forbidden': 'the response has a body, which its status or method does not allow',
  'extra-bytes': 'bytes follow the end of the response',
  'bad-content-coding': 'the body is not in the coding that Content-Encoding says',
  'byte-order-mark': 'the body begins with a byte order mark',
  'invalid-utf8': 'the JSON body is not valid UTF-8',
  'duplicate-field': 'a JSON object has the same field twice',
  'malformed-json': 'the content type is JSON, but the body is not',
} as const satisfies Record<string, string>;

export type ProtocolErrorKind = keyof typeof protocolErrorKinds;

export interface ProtocolError {
  readonly kind: ProtocolErrorKind;
  readonly detail: string;
}
