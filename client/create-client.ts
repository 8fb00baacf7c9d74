import openApiFetch from 'openapi-fetch';
import type {
  GenerateApiKeyRequest,
  LoginRequest,
  OperationId,
  paths,
} from '../generated/contract.ts';
import { call, callWithToken, type SendOptions, type Settings } from './call.ts';
import { withStackOf } from './caller-stack.ts';
import type { Result, Success } from './failure.ts';
import type {
  CallOptions,
  ClientOptions,
  Credentials,
  GenerateOptions,
  KeyCallOptions,
} from './options.ts';
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
   * Generates an API key. Store `api_key` now: without an `Idempotency-Key` the service returns it only once.
   *
   * Retried only after a refused connection, 429 or 503. If the service lost its database connection, a 503 can hide a success, and the
   * retry generates a second key. With an `Idempotency-Key` there is only one key, and a lost response is retried too.
   * @example
   * const { id, api_key } = await client.generateApiKey({ description: 'Nightly build' });
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

/** The same methods, where each key operation needs an `accessToken`. */
export type ResultMethodsWithToken = {
  readonly [Id in keyof ResultMethods]: Id extends 'login'
    ? ResultMethods[Id]
    : WithToken<ResultMethods[Id]>;
};
type WithToken<Method> = Method extends (request: infer Request, options?: infer Options) => infer R
  ? (request: Request, options: Options & Required<Pick<KeyCallOptions, 'accessToken'>>) => R
  : never;

/** The same methods, which return the data or throw an `ApiFailure`. */
type Throwing<Methods> = {
  readonly [Id in keyof Methods]: Methods[Id] extends (
    ...call: infer Call
  ) => Promise<Result<infer Data>>
    ? (...call: Call) => ApiCall<Data>
    : never;
};

/** A call: a promise of the data. */
export interface ApiCall<Data> extends Promise<Data> {
  /**
   * `withResponse` returns the data with the status, the headers and the trace id of the response. A result has them too.
   * @throws {ApiFailure} when the call fails.
   * @example
   * const { data, headers, traceId } = await client.generateApiKey().withResponse();
   * console.log(data.id, headers.get('ratelimit'), traceId);
   */
  withResponse(): Promise<Success<Data>>;
}

/**
 * A client without `credentials` needs an `accessToken` in each key operation. It does not store the token.
 * @example
 * const client = createClient({ baseUrl });
 * const { access_token: accessToken } = await client.login({ identity, password });
 * await client.generateApiKey({ description: 'Nightly build' }, { accessToken });
 */
export interface ClientWithoutCredentials extends Throwing<ResultMethodsWithToken> {
  /** The same methods, for callers who check `ok` instead of catching. */
  readonly result: ResultMethodsWithToken;
}

/** A client of one service. Its methods throw an `ApiFailure` when a call fails; those of `result` return it. */
export interface Client extends Throwing<ResultMethods> {
  /**
   * The methods of `result` never throw. They return the data, or the failure.
   * @example
   * const login = await client.result.login({ identity, password });
   * if (login.ok) welcome(login.data.nickname);
   * else if (login.failure.reason === 'otp_required') showCodeInput();
   */
  readonly result: ResultMethods;
}

/**
 * `createClient` sends nothing until you call a method. With `credentials`, the first call that needs a token logs in, and all
 * calls share that login.
 * @throws {TypeError} when `baseUrl` is not an absolute HTTP address, or ends in `/v1`.
 * @example
 * const credentials = { identity: 'demo@example.com', password: 'demo-password' };
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', credentials });
 *
 * const key = await client.generateApiKey({ description: 'Nightly build' });
 * await store(key.api_key); // now: the service does not return it again
 * await client.revokeApiKey(key.id);
 */
export function createClient(
  options: ClientOptions & { readonly credentials: Credentials },
): Client;
/**
 * Creates a client without `credentials`: each key operation needs an `accessToken`.
 * @throws {TypeError} when `baseUrl` is not an absolute HTTP address, or ends in `/v1`.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080' });
 * const { access_token: accessToken } = await client.login({ identity, password });
 * await client.generateApiKey({}, { accessToken });
 */
export function createClient(options: ClientOptions): ClientWithoutCredentials;
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

  const login: ResultMethods['login'] = async (body, options) => {
    const send = (sending: SendOptions) => api.POST('/v1/auth/login', { ...sending, body });
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
        return notSent(`the header Idempotency-Key is ${idempotencyKey ? 'not valid' : 'empty'}`);
      const header = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
      const send = (sending: SendOptions) =>
        api.POST('/v1/security/apikey/generate', { ...sending, params: { header }, body });
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
      const problem = problemOfId(id);
      if (problem !== undefined) return notSent(problem);
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
    result: {
      login: orReturn(result.login),
      generateApiKey: orReturn(result.generateApiKey),
      revokeApiKey: orReturn(result.revokeApiKey),
    },
  };
}

/** Why an id cannot be a segment of the path. In JavaScript it may be anything. */
function problemOfId(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'the id is not a string';
  if (id === '') return 'the id is empty';
  // `.` and `..` are another path, even when the dots are percent-encoded (RFC 3986, 5.2.4).
  return /^\.{1,2}$|\p{Surrogate}/u.test(id) ? 'the id is not valid' : undefined;
}

/** Without a slash at the end. The error does not quote the address, because it may contain a password. */
function readBaseUrl(text: string): string {
  const url = new URL(URL.canParse(text) ? text : 'invalid:');
  const { protocol, username, password, search, hash, origin, pathname } = url;
  if (!/^https?:$/.test(protocol) || username || password || search || hash)
    throw new TypeError(
      "baseUrl must be an absolute http or https address without credentials, query or fragment, such as 'https://access.example.com'",
    );
  const path = pathname.replace(/\/+$/, '');
  if (path.endsWith('/v1'))
    throw new TypeError('baseUrl must not end in /v1: the client adds it to each path');
  return origin + path;
}

/** A method whose failures have the stack of its caller. */
function orReturn<Call extends readonly unknown[], R extends Result<unknown>>(
  method: (...call: Call) => Promise<R>,
) {
  return function call(...given: Call): Promise<R> {
    return withStackOf(call, method, given);
  };
}

/** A method that returns the data of the result, or throws its failure. */
function orThrow<Call extends readonly unknown[], Data>(
  method: (...call: Call) => Promise<Result<Data>>,
) {
  return function call(...given: Call): ApiCall<Data> {
    const response = withStackOf(call, method, given).then((result) => {
      if (result.ok) return result;
      throw result.failure;
    });
    const data = response.then((result) => result.data);
    const withResponse = () => {
      // The caller waits for the response instead, and gets its failure there.
      data.catch(() => {});
      return response;
    };
    return Object.assign(data, { withResponse });
  };
}
