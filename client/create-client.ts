import createFetchClient from 'openapi-fetch';
import type { OperationId, paths } from '../generated/contract.ts';
import { attempt, type Send } from './attempt.ts';
import type { Client, ClientOptions, KeyCallOptions, ResultMethods } from './client.ts';
import { aborted, type Result } from './failure.ts';
import { race } from './race.ts';
import { neverRetry, type RetryRule, retry, retryIfRejected, retryIfTemporary } from './retry.ts';
import { createSession } from './session.ts';

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
  fetch = (request) => globalThis.fetch(request),
  random = Math.random,
}: ClientOptions): Client {
  const http = createFetchClient<paths>({ baseUrl });

  function call<Data extends object>(
    send: Send,
    rule: RetryRule,
    signal?: AbortSignal,
  ): Promise<Result<Data>> {
    return retry<Data>(() => attempt(send, fetch, signal, timeout), { rule, retries, random, signal });
  }

  const login: ResultMethods['login'] = (body, { signal } = {}) =>
    call(
      (options) => http.POST('/v1/auth/login', { ...options, body }),
      // A one-time code may be used up or expired at the next attempt, and a wrong one counts as a failed login attempt.
      body.otp === undefined ? retryIfRejected : neverRetry,
      signal,
    );

  const session = credentials && createSession(credentials, login);

  async function callWithToken<Data extends object>(
    send: (headers: { Authorization?: string }) => Send,
    rule: RetryRule,
    { signal, accessToken }: KeyCallOptions = {},
  ): Promise<Result<Data>> {
    const callWith = (token?: string) =>
      call<Data>(send(token === undefined ? {} : { Authorization: `Bearer ${token}` }), rule, signal);
    if (accessToken !== undefined || session === undefined) return callWith(accessToken);
    for (let again = true; ; again = false) {
      // Other calls share this login, so the caller's signal ends the wait but not the login.
      const pending = session.current();
      const current = await race(pending, signal);
      if (typeof current === 'string') return aborted(signal);
      if (!current.ok) return current;
      const result = await callWith(current.data.access_token);
      // A request with a rejected token had no effect, so it may be sent again. `code_401` comes from servers without reasons.
      if (result.ok || !['token_invalid', 'code_401'].includes(result.failure.reason)) return result;
      session.forget(pending);
      if (!again) return result;
    }
  }

  // With `OperationId`, an operation of the contract that has no method here does not compile.
  const result: ResultMethods & Record<OperationId, unknown> = {
    login,
    generateApiKey: (body = {}, options) =>
      callWithToken(
        (headers) => (rest) => http.POST('/v1/security/apikey/generate', { ...rest, headers, body }),
        retryIfRejected,
        options,
      ),
    revokeApiKey: (id, options) =>
      callWithToken(
        (headers) => (rest) =>
          http.DELETE('/v1/security/apikey/{id}', { ...rest, headers, params: { path: { id } } }),
        retryIfTemporary,
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
