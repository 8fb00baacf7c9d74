import createFetchClient from 'openapi-fetch';
import type { components, paths } from '../generated/types.ts';
import { aborted, attempt, type Fetch, type Send } from './attempt.ts';
import type { Result } from './failure.ts';
import { race } from './race.ts';
import { type MayRetry, never, passing, retry, turnedAway } from './retry.ts';
import { type Credentials, createSession } from './session.ts';

export { ApiFailure, type Fault, type Reason, type Result } from './failure.ts';
export type { Credentials } from './session.ts';

type Schemas = components['schemas'];

/** Where the service is, who calls it, and how patiently. */
export interface ClientOptions {
  /** Base address of the service, with any path prefix. */
  readonly baseUrl: string;
  /** With these the client logs in when a key operation needs it, and again when the token has ended. */
  readonly credentials?: Credentials;
  /** Milliseconds that an attempt may take, its answer included; 10,000 if not given. */
  readonly timeout?: number;
  /** How often a call is sent again, where that is safe; 2 if not given. */
  readonly retries?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: Fetch;
  /** In place of `Math.random`, for the pauses between attempts. */
  readonly random?: () => number;
}

/** Of one call. */
export interface CallOptions {
  /** Ends the call, whatever it is waiting for. */
  readonly signal?: AbortSignal;
}

/** Of one call to a key operation. */
export interface KeyCallOptions extends CallOptions {
  /** In place of the client's `credentials`, for this call. */
  readonly accessToken?: string;
}

/** A method per operation of the contract. None throws. */
export interface Results {
  /**
   * Logs in with these credentials, whatever the client's own; the token is the caller's, and the client does not keep it.
   * Sent again only when the service turned it away, and never with a one-time code.
   */
  login(request: Schemas['LoginRequest'], options?: CallOptions): Promise<Result<Schemas['LoginResult']>>;
  /** Sent again only when the service turned it away: each success is another key. */
  generateApiKey(
    request?: Schemas['GenerateApiKeyRequest'],
    options?: KeyCallOptions,
  ): Promise<Result<Schemas['GenerateApiKeyResult']>>;
  /** Sent again also when its answer was lost: revoking twice is revoking once. */
  revokeApiKey(id: string, options?: KeyCallOptions): Promise<Result<Schemas['RevokeApiKeyResult']>>;
}

/** A method per operation of the contract, which gives the payload or throws an `ApiFailure`. */
export interface Client {
  login(...call: Parameters<Results['login']>): Promise<Schemas['LoginResult']>;
  generateApiKey(...call: Parameters<Results['generateApiKey']>): Promise<Schemas['GenerateApiKeyResult']>;
  revokeApiKey(...call: Parameters<Results['revokeApiKey']>): Promise<Schemas['RevokeApiKeyResult']>;
  /** The same calls for those who would rather look at `ok` than catch. */
  readonly result: Results;
}

/**
 * A client of the service at `baseUrl`. It asks nothing before it is called: with `credentials` it logs in at the first call
 * that needs a token, once for all that wait for it.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', credentials: { identity, password } });
 * const { api_key, id } = await client.generateApiKey({ description: 'backup job' });
 */
export function createClient({
  baseUrl,
  credentials,
  timeout = 10_000,
  retries = 2,
  fetch = (request) => globalThis.fetch(request),
  random = Math.random,
}: ClientOptions): Client {
  const http = createFetchClient<paths>({ baseUrl });

  function call<Data extends object>(send: Send, may: MayRetry, signal?: AbortSignal): Promise<Result<Data>> {
    return retry<Data>(() => attempt(send, fetch, signal, timeout), { may, retries, random, signal });
  }

  const login: Results['login'] = (body, { signal } = {}) =>
    call(
      (init) => http.POST('/v1/auth/login', { ...init, body }),
      // By the next try the code may be used up or too old, and a wrong one counts against its owner.
      body.otp === undefined ? turnedAway : never,
      signal,
    );

  const session = credentials && createSession(credentials, login);

  async function authorized<Data extends object>(
    send: (headers: { Authorization?: string }) => Send,
    may: MayRetry,
    { signal, accessToken }: KeyCallOptions = {},
  ): Promise<Result<Data>> {
    const callWith = (token?: string) =>
      call<Data>(send(token === undefined ? {} : { Authorization: `Bearer ${token}` }), may, signal);
    if (accessToken !== undefined || session === undefined) return callWith(accessToken);
    for (let again = true; ; again = false) {
      // The login is not this caller's alone, so their signal ends the wait and not the login.
      const ongoing = session.current();
      const current = await race(ongoing, signal);
      if (typeof current === 'string') return aborted(signal);
      if (!current.ok) return current;
      const result = await callWith(current.data.access_token);
      // A refused token did nothing, so what it came with may be sent again. `code_401` is a refusal that is not named.
      if (result.ok || !['token_invalid', 'code_401'].includes(result.failure.reason)) return result;
      session.forget(ongoing);
      if (!again) return result;
    }
  }

  const result: Results = {
    login,
    generateApiKey: (body = {}, options) =>
      authorized(
        (headers) => (init) => http.POST('/v1/security/apikey/generate', { ...init, headers, body }),
        turnedAway,
        options,
      ),
    revokeApiKey: (id, options) =>
      authorized(
        (headers) => (init) =>
          http.DELETE('/v1/security/apikey/{id}', { ...init, headers, params: { path: { id } } }),
        passing,
        options,
      ),
  };

  return {
    login: async (...call) => dataOf(await result.login(...call)),
    generateApiKey: async (...call) => dataOf(await result.generateApiKey(...call)),
    revokeApiKey: async (...call) => dataOf(await result.revokeApiKey(...call)),
    result,
  };
}

function dataOf<Data>(result: Result<Data>): Data {
  if (result.ok) return result.data;
  throw result.failure;
}
