/** Sends one request. The global `fetch` has this type. */
export type Fetch = (request: Request) => Promise<Response>;

/** What the client logs in with. */
export interface Credentials {
  /** Identity of the account, for example `ada@example.com`. */
  readonly identity: string;
  readonly password?: string;
  /**
   * Returns a one-time code or a recovery code. The client calls it at most once per login, and only when the server
   * requires a code. What it throws becomes the `cause` of the failure.
   */
  readonly otp?: () => string | Promise<string>;
}

/** Options of `createClient`. */
export interface ClientOptions {
  /**
   * Base address of the service, with its path prefix if it has one.
   * @example 'https://access.example.com'
   */
  readonly baseUrl: string;
  /**
   * Credentials to log in with. The client logs in when a key operation first needs a token, and again when the token is
   * no longer valid.
   * @default none: pass `accessToken` to each key operation
   */
  readonly credentials?: Credentials;
  /**
   * Time limit per attempt in milliseconds, up to the last byte of the response.
   * @default 10_000
   */
  readonly timeout?: number;
  /**
   * How many times the client retries a call, when it is safe to send the request again.
   * @default 2
   */
  readonly retries?: number;
  /**
   * Whether each call of `generateApiKey` gets a random `Idempotency-Key`, so that the client can also retry it when the
   * response is lost. Set it only when the server supports the header: another server generates a key per attempt.
   * @default false
   */
  readonly idempotencyKeys?: boolean;
  /**
   * Sends the requests: for a proxy, for logging, or to call a mock.
   * @default globalThis.fetch
   */
  readonly fetch?: Fetch;
  /**
   * Returns a number from 0 to 1. The pauses between retries are multiplied by it.
   * @default Math.random
   */
  readonly random?: () => number;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call when it aborts, also during a pause between retries. */
  readonly signal?: AbortSignal;
}

/** Options of one call to a key operation. */
export interface KeyCallOptions extends CallOptions {
  /**
   * Access token for this call.
   * @default the token that the client gets with its `credentials`
   */
  readonly accessToken?: string;
}

/** Options of one call of `generateApiKey`. */
export interface GenerateOptions extends KeyCallOptions {
  /**
   * `Idempotency-Key` of this call: 1 to 255 printable ASCII characters, which nobody can guess. For 24 hours, a call with the
   * same value and the same request returns the same API key, also after a restart of your program.
   * @default none, or a random one with the client's option `idempotencyKeys`
   * @example crypto.randomUUID()
   */
  readonly idempotencyKey?: string;
}
