import type { OperationId } from '../generated/contract.ts';
import type { ApiFailure } from './failure.ts';

/** Sends one request. The global `fetch` has this type. */
export type Fetch = (request: Request) => Promise<Response>;

/** What the client logs in with. */
export interface Credentials {
  /** Identity of the account, for example `ada@example.com`. */
  readonly identity: string;
  /**
   * Password of the account.
   * @default none: the login fails with `password_required`
   */
  readonly password?: string;
  /**
   * Returns a one-time code or a recovery code. The client calls it at most once per login, and only when the server
   * requires a code. What it throws becomes the `cause` of the failure.
   * @default none: the login fails with `otp_required` when the server requires a code
   * @example
   * const credentials = { identity, password, otp: () => prompt('One-time code') ?? '' };
   */
  readonly otp?: () => string | Promise<string>;
}

/** Keeps the access token of a client when the program restarts. An access token is a secret. */
export interface TokenStore {
  /** Returns the stored token. The client calls it once, when it first needs a token; without one, it logs in. */
  readonly get: () => Promise<string | null | undefined> | string | null | undefined;
  /** Stores the token of a new login. What it throws becomes an unhandled rejection, and does not change the call. */
  readonly set: (token: string) => unknown;
}

/** Options of `createClient`. */
export interface ClientOptions {
  /** Base address of the service, with its path prefix if it has one, and without `/v1`. */
  readonly baseUrl: string;
  /**
   * The client logs in with these when a key operation first needs a token, and again when the token is no longer valid.
   * @default none: each key operation needs an `accessToken`
   */
  readonly credentials?: Credentials;
  /**
   * Keeps the access token of `credentials` when the program restarts. The client logs in again when it is no longer valid.
   * The token is a secret: store it where only your program can read it.
   * @default none: the token is in memory only
   * @example
   * const tokenStore = {
   *   get: () => readFile('token', 'utf8').catch(() => null),
   *   set: (token: string) => writeFile('token', token, { mode: 0o600 }),
   * };
   * const client = createClient({ baseUrl, credentials, tokenStore });
   */
  readonly tokenStore?: TokenStore;
  /**
   * Time limit per attempt in milliseconds, up to the last byte of the response.
   * @default 10_000
   */
  readonly timeout?: number;
  /**
   * Time limit per call in milliseconds: all attempts, the pauses between them, and the automatic login. A pause that would exceed
   * it does not begin. With `credentials.otp`, the limit applies to each request of the login, because a person enters the code.
   * @default 60_000, or `timeout` if that is longer
   */
  readonly totalTimeout?: number;
  /**
   * How many times the client retries a call, when it is safe to send the request again.
   * @default 2
   */
  readonly retries?: number;
  /**
   * Whether each call of `generateApiKey` gets a random `Idempotency-Key`, so that the client can also retry it when the
   * response is lost. Set it only if the server supports the header: others generate a key per attempt.
   * @default false
   */
  readonly idempotencyKeys?: boolean;
  /**
   * Headers of every request, for example for a gateway. The client's own headers override them.
   * @example { 'X-Gateway-Key': gatewayKey }
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Called before each request, with `[hidden]` for each secret. What a hook throws becomes an unhandled rejection, and does not
   * change the call.
   */
  readonly onRequest?: (request: SentRequest) => void;
  /**
   * Called after each response, with `[hidden]` for each secret. A failed connection or a time-out has no response.
   * @example
   * const client = createClient({
   *   baseUrl,
   *   credentials,
   *   onResponse: ({ status, milliseconds }, { operation }) => console.log(operation, status, milliseconds),
   *   onRetry: ({ operation, failure }) => console.warn(operation, failure.reason),
   * });
   */
  readonly onResponse?: (response: ReceivedResponse, request: SentRequest) => void;
  /** Called before the pause of each retry. */
  readonly onRetry?: (retry: Retry) => void;
  /**
   * Sends the requests, for example through a proxy or to a mock. Node 22.21 and later use `https_proxy` with
   * `NODE_USE_ENV_PROXY=1`.
   * @default globalThis.fetch
   * @example
   * import { ProxyAgent } from 'undici'; // version 7 in Node 20
   *
   * const dispatcher = new ProxyAgent('http://proxy.example:3128');
   * const through = { dispatcher } as object; // the types of `fetch` do not have it
   * const client = createClient({ baseUrl, fetch: (request) => fetch(request, through) });
   */
  readonly fetch?: Fetch;
  /**
   * Returns a number from 0 to 1. The pauses between retries are multiplied by it.
   * @default Math.random
   */
  readonly random?: () => number;
}

/** A request, as the hooks get it: without its secrets. */
export interface SentRequest {
  /** The operation that is called. */
  readonly operation: OperationId;
  /** 1 for the first attempt of a call, 2 for its first retry. */
  readonly attempt: number;
  /** HTTP method. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Names in lower case. Every value but that of `content-type` is `[hidden]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the body, with `[hidden]` for each secret; `undefined` without a body. */
  readonly body: unknown;
}

/** A response, as the hooks get it: without its secrets. */
export interface ReceivedResponse {
  /** HTTP status. */
  readonly status: number;
  /** From the request to the last byte of the response. */
  readonly milliseconds: number;
  /** The JSON of the body, with `[hidden]` for each secret; `undefined` when it is not JSON. */
  readonly body: unknown;
}

/** A retry that is about to happen. */
export interface Retry {
  /** The operation that is called. */
  readonly operation: OperationId;
  /** The attempt that failed: 1 for the first. */
  readonly attempt: number;
  /** Why it failed. */
  readonly failure: ApiFailure;
  /** The pause before the next attempt. */
  readonly milliseconds: number;
}

/**
 * The options of a call override the client's options. The automatic login ignores them, because other calls share it.
 * @example
 * const signal = AbortSignal.timeout(5_000);
 * await client.revokeApiKey(id, { signal, retries: 0, headers: { 'X-Job': 'nightly' } });
 */
export interface CallOptions {
  /**
   * Ends the call when it aborts, also during a pause between retries. The reason is then `aborted`, or `timed_out` for a signal
   * of `AbortSignal.timeout`.
   */
  readonly signal?: AbortSignal;
  /**
   * Time limit per attempt of this call in milliseconds. If it is longer than `totalTimeout`, it is also the limit of the call.
   * @default the client's
   */
  readonly timeout?: number;
  /**
   * How many times the client retries this call, when it is safe to send the request again.
   * @default the client's
   */
  readonly retries?: number;
  /** Headers of this call. They are added to the client's headers, and override those with the same name. */
  readonly headers?: Readonly<Record<string, string>>;
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
   * same value and the same request returns the same API key, also after a restart of your program. Other servers ignore it.
   * @default none, or a random one with `idempotencyKeys`
   * @example
   * const idempotencyKey = crypto.randomUUID(); // store it, to repeat the call after a restart
   * await client.generateApiKey({ description: 'Deployment' }, { idempotencyKey });
   */
  readonly idempotencyKey?: string;
}
