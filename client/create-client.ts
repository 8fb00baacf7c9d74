import createFetchClient from 'openapi-fetch';
import type {
  GenerateApiKeyRequest,
  GenerateApiKeyResult,
  LoginRequest,
  LoginResult,
  OperationId,
  paths,
  RevokeApiKeyResult,
} from '../generated/contract.ts';
import { call, callWithToken } from './call.ts';
import type { Result } from './failure.ts';
import type { CallOptions, ClientOptions, GenerateOptions, KeyCallOptions } from './options.ts';
import { neverRetry, retryIfRejected, retryIfTemporary } from './retry.ts';
import { createSession } from './session.ts';

/** One method per operation of the contract. They never throw: a call that fails returns `{ ok: false, failure }`. */
export interface ResultMethods {
  /**
   * Logs in. The client does not store the token: pass it to the key operations as `accessToken`.
   *
   * Retried only after a rejection that had no effect (429 or 503), and never with a one-time code.
   * @example
   * const { access_token: accessToken } = await client.login({ identity: 'ada@example.com', password });
   */
  login(request: LoginRequest, options?: CallOptions): Promise<Result<LoginResult>>;
  /**
   * Generates an API key. Store `api_key` now: the service returns it only once.
   *
   * Retried only after a rejection that had no effect (429 or 503), because every success is another key. With an
   * `Idempotency-Key` it is also retried when the response is lost: see the client's option `idempotencyKeys`.
   * @example
   * const { id, api_key } = await client.generateApiKey({ description: 'Nightly build' });
   * @example
   * const idempotencyKey = crypto.randomUUID(); // store it, to repeat the call after a restart
   * const { api_key } = await client.generateApiKey({ description: 'Deployment' }, { idempotencyKey });
   */
  generateApiKey(
    request?: GenerateApiKeyRequest,
    options?: GenerateOptions,
  ): Promise<Result<GenerateApiKeyResult>>;
  /**
   * Revokes an API key. Also retried when the response is lost, because revoking a key twice does no harm.
   * @example
   * const { revoked_at } = await client.revokeApiKey(id);
   */
  revokeApiKey(id: string, options?: KeyCallOptions): Promise<Result<RevokeApiKeyResult>>;
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

/**
 * Creates a client of the service at `baseUrl`. It sends nothing until you call a method. With `credentials`, the first call
 * that needs a token logs in, and all calls share that login.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', credentials: { identity, password } });
 * const { id, api_key } = await client.generateApiKey({ description: 'Nightly build' });
 */
export function createClient({
  baseUrl,
  credentials,
  timeout = 10_000,
  retries = 2,
  idempotencyKeys = false,
  fetch = (request) => globalThis.fetch(request),
  random = Math.random,
}: ClientOptions): Client {
  const http = createFetchClient<paths>({ baseUrl });
  const settings = { fetch, random, retries, timeout };

  const login: ResultMethods['login'] = (body, { signal } = {}) =>
    call(
      settings,
      (options) => http.POST('/v1/auth/login', { ...options, body }),
      // A one-time code may be used up or expired at the next attempt, and a wrong one counts as a failed login attempt.
      body.otp === undefined ? retryIfRejected : neverRetry,
      signal,
    );

  const session = credentials && createSession(credentials, login);

  // With `OperationId`, an operation of the contract that has no method here does not compile.
  const result: ResultMethods & Record<OperationId, unknown> = {
    login,
    generateApiKey: (body = {}, options = {}) => {
      // Not a UUID: pages that were loaded over plain HTTP have no `crypto.randomUUID`.
      const {
        idempotencyKey = idempotencyKeys ? crypto.getRandomValues(new Uint32Array(4)).join('-') : undefined,
      } = options;
      return callWithToken(
        settings,
        session,
        (headers) => (rest) =>
          http.POST('/v1/security/apikey/generate', {
            ...rest,
            headers: { ...headers, 'Idempotency-Key': idempotencyKey },
            body,
          }),
        idempotencyKey === undefined ? retryIfRejected : retryIfTemporary,
        options,
      );
    },
    revokeApiKey: (id, options) =>
      callWithToken(
        settings,
        session,
        (headers) => (rest) =>
          http.DELETE('/v1/security/apikey/{id}', { ...rest, headers, params: { path: { id } } }),
        retryIfTemporary,
        options,
      ),
  };

  return {
    login: orThrow(result.login),
    generateApiKey: orThrow(result.generateApiKey),
    revokeApiKey: orThrow(result.revokeApiKey),
    result,
  };
}

/** Returns the data of a result, or throws its failure. */
function orThrow<Call extends readonly unknown[], Data>(method: (...call: Call) => Promise<Result<Data>>) {
  return async (...call: Call): Promise<Data> => {
    const result = await method(...call);
    if (result.ok) return result.data;
    throw result.failure;
  };
}
