import openApiFetch from 'openapi-fetch';
import type { GenerateApiKeyRequest, LoginRequest, OperationId, paths } from '../generated/contract.ts';
import { call, callWithToken, type Settings } from './call.ts';
import { notSent, type Result } from './failure.ts';
import type { CallOptions, ClientOptions, GenerateOptions, KeyCallOptions } from './options.ts';
import type { GenerateApiKeyResult, LoginResult, RevokeApiKeyResult } from './results.ts';
import { neverRetry, retryIfRejected, retryIfTemporary } from './retry.ts';
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
   * Retried only after a refused connection or a rejection that had no effect (429 or 503), because every success is another
   * key. With an `Idempotency-Key` it is also retried when the response is lost: see the client's option `idempotencyKeys`.
   * @example
   * const { id, api_key } = await client.generateApiKey({ description: 'Nightly build' });
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

type DataOf<Returned> = Extract<Awaited<Returned>, { ok: true }> extends { data: infer Data } ? Data : never;

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

/**
 * Creates a client of the service at `baseUrl`. It sends nothing until you call a method. With `credentials`, the first call
 * that needs a token logs in, and all calls share that login.
 *
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

  const login: ResultMethods['login'] = (body, options) =>
    call(
      settings,
      {
        operation: 'login',
        body,
        send: (sending) => api.POST('/v1/auth/login', { ...sending, ...json, body }),
      },
      // A one-time code may be used up or expired at the next attempt, and a wrong one counts as a failed login attempt.
      body.otp === undefined ? retryIfRejected : neverRetry,
      options,
    );

  const session = credentials && createSession(credentials, login, tokenStore);

  // With `OperationId`, an operation of the contract that has no method here does not compile.
  const result: ResultMethods & Record<OperationId, unknown> = {
    login,
    generateApiKey: async (body = {}, options = {}) => {
      // Not a UUID: pages that were loaded over plain HTTP have no `crypto.randomUUID`.
      const {
        idempotencyKey = idempotencyKeys ? crypto.getRandomValues(new Uint32Array(4)).join('-') : undefined,
      } = options;
      if (idempotencyKey !== undefined && !/^[ -~]{1,255}$/.test(idempotencyKey))
        return notSent('header Idempotency-Key');
      const params = { header: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey } };
      return callWithToken(
        settings,
        session,
        {
          operation: 'generateApiKey',
          body,
          send: (sending) => api.POST('/v1/security/apikey/generate', { ...sending, ...json, params, body }),
        },
        idempotencyKey === undefined ? retryIfRejected : retryIfTemporary,
        options,
      );
    },
    revokeApiKey: async (id, options) => {
      // An empty segment, `.` or `..` is another path, even when the dots are percent-encoded (RFC 3986, 5.2.4).
      if (/^\.{0,2}$|\p{Surrogate}/u.test(id)) return notSent('id');
      const params = { path: { id } };
      return callWithToken(
        settings,
        session,
        {
          operation: 'revokeApiKey',
          send: (sending) => api.DELETE('/v1/security/apikey/{id}', { ...sending, params }),
        },
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
  const { protocol, username, password, search, hash, origin, pathname } = new URL(
    URL.canParse(text) ? text : 'invalid:',
  );
  if (!/^https?:$/.test(protocol) || username || password || search || hash)
    throw new TypeError(
      "baseUrl must be an absolute http or https address without credentials, query or fragment, such as 'https://access.example.com'",
    );
  return origin + pathname.replace(/\/+$/, '');
}

/** Returns the data of a result, or throws its failure. */
function orThrow<Call extends readonly unknown[], Data>(method: (...call: Call) => Promise<Result<Data>>) {
  return async (...call: Call): Promise<Data> => {
    const result = await method(...call);
    if (result.ok) return result.data;
    throw result.failure;
  };
}
