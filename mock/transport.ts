type Fields<Value> = Readonly<Record<string, Value | undefined>>;

/**
 * What the server's steps read of a request: Node's own has it, and a Fetch `Request` can be made to look like it. Said
 * without the types of Node and Express, which a project for browsers does not have.
 */
export interface Incoming extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  url?: string | undefined;
  readonly httpVersion: string;
  readonly headers: Fields<string | string[]>;
  readonly headersDistinct: Fields<string[]>;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** The body's JSON, once it was read. */
  body?: unknown;
}

/** An answer, ready for any transport. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Transport {
  /** Read only where there is something to wait for. */
  readonly signal?: AbortSignal;
  /**
   * Told when a body is awaited that its sender holds back until then (RFC 9110, 10.1.1), and, before anything else, which
   * headers the answer has whatever it says, also when the transport gives it: that a request took too long, say.
   */
  readonly response?: { writeContinue(): void; setHeader(name: string, value: string): unknown };
}

/** Answers a request. @throws ConnectionReset, or the reason of the signal. */
export type Exchange = (request: Incoming, transport?: Transport) => Promise<Reply>;
