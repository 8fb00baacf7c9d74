import type { components } from '../generated/types.ts';
import type { Result } from './failure.ts';

type Schemas = components['schemas'];

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

/** One method per operation of the contract. They never throw: a call that fails returns `{ ok: false, failure }`. */
export interface ResultMethods {
  /**
   * Logs in. The client does not store the token: pass it to the key operations as `accessToken`.
   *
   * Retried only after a rejection that had no effect (429 or 503), and never with a one-time code.
   * @example
   * const { access_token: accessToken } = await client.login({ identity: 'ada@example.com', password });
   */
  login(request: Schemas['LoginRequest'], options?: CallOptions): Promise<Result<Schemas['LoginResult']>>;
  /**
   * Generates an API key. Store `api_key` now: the service returns it only once.
   *
   * Retried only after a rejection that had no effect (429 or 503), because every success is another key.
   * @example
   * const { id, api_key } = await client.generateApiKey({ description: 'Nightly build' });
   */
  generateApiKey(
    request?: Schemas['GenerateApiKeyRequest'],
    options?: KeyCallOptions,
  ): Promise<Result<Schemas['GenerateApiKeyResult']>>;
  /**
   * Revokes an API key. Also retried when the response is lost, because revoking a key twice does no harm.
   * @example
   * const { revoked_at } = await client.revokeApiKey(id);
   */
  revokeApiKey(id: string, options?: KeyCallOptions): Promise<Result<Schemas['RevokeApiKeyResult']>>;
}

type DataOf<Returned> = Returned extends Promise<Result<infer Data>> ? Data : never;

/**
 * One method per operation of the contract. Each returns the `data` of the response.
 * @throws {ApiFailure} when the call fails.
 */
type ThrowingMethods = {
  readonly [Id in keyof ResultMethods]: (
    ...call: Parameters<ResultMethods[Id]>
  ) => Promise<DataOf<ReturnType<ResultMethods[Id]>>>;
};

/** A client of one service. Its methods throw an `ApiFailure` when a call fails; those of `result` return it. */
export interface Client extends ThrowingMethods {
  /**
   * The same methods, for callers who check `ok` instead of catching.
   * @example
   * const login = await client.result.login({ identity, password });
   * if (!login.ok && login.failure.reason === 'otp_required') showCodeInput();
   */
  readonly result: ResultMethods;
}
