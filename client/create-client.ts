import openApiFetch from 'openapi-fetch';
import type {
  GenerateApiKeyRequest,
  LoginRequest,
  OperationId,
  paths,
} from '../generated/contract.ts';
import { call, callWithToken, type SendOptions, type Settings } from './call.ts';
import type { Result } from './failure.ts';
import type { CallOptions, ClientOptions, GenerateOptions, KeyCallOptions } from './options.ts';
import type { GenerateApiKeyResult, LoginResult, RevokeApiKeyResult } from './read-envelope.ts';
import { notSent } from './results.ts';
import { retryIfRejected, retryIfTemporary } from './retry.ts';
import { createSession } from './session.ts';

/** One method per operation of the contract. They never throw: each returns a `Result`. */
export interface ResultMethods {
  /**
   * Logs in. The client does not store the token: pass it to the key operations as `accessToken`.
   *
   * Retried only after a refused connection or a rejection that had no effect (429 or 503). With a one-time code, retried only
   * after a refused connection.
   * @example
   * const { access_token: accessToken } = await client.login({ identity: 'ada@example.com', password });
   */
  login(request: LoginRequest, options?: CallOptions): Promise<Result<LoginResult, 'login'>>;
  /**
   * Generates an API key. Store `api_key` now: without an `Idempotency-Key` the service returns it only once, and keeps only a hash.
   *
   * Retried only after a refused connection, 429 or 503. A 503 can follow a success if the service lost its database connection: then
   * there are two keys. With an `Idempotency-Key` there is one, and a lost response is retried too: see the option `idempotencyKeys`.
   * @example
   * const idempotencyKey = crypto.randomUUID(); // store it, to repeat the call after a restart
   * const { api_key } = await client.generateApiKey({ description: 'Deployment' }, { idempotencyKey });
   */
  generateApiKey(
    request?: GenerateApiKeyRequest,
    options?: GenerateOptions,
  ): Promise<Result<GenerateApiKeyResult, 'generateApiKey' | 'login'>>;
  /**
   * Revokes an API key. Also retried when the response is lost, because revoking a key twice does no harm.
   * @example
   * const { revoked_at } = await client.revokeApiKey(id);
   */
  revokeApiKey(
    id: string,
    options?: KeyCallOptions,
  ): Promise<Result<RevokeApiKeyResult, 'revokeApiKey' | 'login'>>;
}

/**
 * One method per operation of the contract. Each returns the `data` of the response.
 * @throws {ApiFailure} when the call fails.
 */
type ThrowingMethods = {
  readonly [Id in keyof ResultMethods]: Throwing<ResultMethods[Id]>;
};
type Throwing<Method> = Method extends (...call: infer Call) => Promise<Result<infer Data>>
  ? (...call: Call) => Promise<Data>
  : never;

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

/**
 * Creates a client of the service at `baseUrl`. It sends nothing until you call a method. With `credentials`, the first call
 * that needs a token logs in, and all calls share that login.
 * @throws {TypeError} when `baseUrl` is not an absolute HTTP address.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', credentials: { identity, password } });
 * const { id, api_key } = await client.generateApiKey({ description: 'Nightly build' });
 */
export function createClient({
  credentials,
  timeout = 10_000,
  totalTimeout = Math.max(60_000, timeout),
  retries = 2,
  idempotencyKeys = false,
  random = Math.random,
  tokenStore,
  ...options
}: ClientOptions): Client {
  const baseUrl = readBaseUrl(options.baseUrl);
  const settings: Settings = { ...options, baseUrl, timeout, totalTimeout, retries, random };
  const api = openApiFetch<paths>({
    baseUrl,
    headers: options.headers ?? {},
    // The global `fetch` is read for each request: tests replace it.
    fetch: (request) => (options.fetch ?? globalThis.fetch)(request),
    // The contract has no redirects, and a redirect must not lead a password elsewhere.
    redirect: 'manual',
  });

  const login: ResultMethods['login'] = (body, options) => {
    const send = (sending: SendOptions) =>
      api.POST('/v1/auth/login', { ...sending, ...json, body });
    // A one-time code may be used up or expired at the next attempt, and a wrong one counts as a failed login attempt.
    const rule = body.otp === undefined ? retryIfRejected : () => false;
    return call(settings, { operation: 'login', body, send }, rule, options);
  };

  const session = credentials && createSession(credentials, login, tokenStore);

  // With `OperationId`, an operation of the contract that has no method here does not compile.
  const result: ResultMethods & Record<OperationId, unknown> = {
    login,
    generateApiKey: async (body = {}, options = {}) => {
      // Not a UUID: pages that were loaded over plain HTTP have no `crypto.randomUUID`.
      const random = () =>
        idempotencyKeys ? crypto.getRandomValues(new Uint32Array(4)).join('-') : undefined;
      const { idempotencyKey = random() } = options;
      if (!/^[ -~]{1,255}$/.test(idempotencyKey ?? 'none'))
        return notSent('header Idempotency-Key');
      const header = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
      const send = (sending: SendOptions) =>
        api.POST('/v1/security/apikey/generate', { ...sending, ...json, params: { header }, body });
      const rule = idempotencyKey === undefined ? retryIfRejected : retryIfTemporary;
      return callWithToken(
        settings,
        session,
        { operation: 'generateApiKey', body, send },
        rule,
        options,
      );
    },
    revokeApiKey: async (id, options) => {
      // An empty segment, `.` or `..` is another path, even when the dots are percent-encoded (RFC 3986, 5.2.4).
      if (/^\.{0,2}$|\p{Surrogate}/u.test(id)) return notSent('id');
      const params = { path: { id } };
      const send = (sending: SendOptions) =>
        api.DELETE('/v1/security/apikey/{id}', { ...sending, params });
      return callWithToken(
        settings,
        session,
        { operation: 'revokeApiKey', send },
        retryIfTemporary,
        options,
      );
    },
  };

  return {
    login: orThrow(result.login),
    generateApiKey: orThrow(result.generateApiKey),
    revokeApiKey: orThrow(result.revokeApiKey),
    result,
  };
}

// In place of a `Content-Type` among the caller's headers.
const json = { headers: { 'Content-Type': 'application/json' } };

/** Without a slash at the end. The error does not quote the address, because it may contain a password. */
function readBaseUrl(text: string): string {
  const url = new URL(URL.canParse(text) ? text : 'invalid:');
  const { protocol, username, password, search, hash, origin, pathname } = url;
  if (!/^https?:$/.test(protocol) || username || password || search || hash)
    throw new TypeError(
      "baseUrl must be an absolute http or https address without credentials, query or fragment, such as 'https://access.example.com'",
    );
  return origin + pathname.replace(/\/+$/, '');
}

/** Returns the data of a result, or throws its failure. */
function orThrow<Call extends readonly unknown[], Data>(
  method: (...call: Call) => Promise<Result<Data>>,
) {
  return async (...call: Call): Promise<Data> => {
    const result = await method(...call);
    if (result.ok) return result.data;
    throw result.failure;
  };
}
