import type { Middleware } from 'openapi-fetch';
import type { OperationId } from '../generated/contract.ts';
import type { OperationFailure, Result } from './failure.ts';
import { limitBody, ResponseTooLarge } from './limit-body.ts';
import { hideIn, mask, secretsIn } from './mask.ts';
import type { CallOptions, ClientOptions, KeyCallOptions, SentRequest } from './options.ts';
import { type Received, readBody, readEnvelope } from './read-envelope.ts';
import { aborted, failed, notSent } from './results.ts';
import { networkErrorOf, notify, pauseAfter, type RetryRule, race, wasRefused } from './retry.ts';
import type { Session } from './session.ts';

/** The client's options, with their defaults. */
export type Settings = ClientOptions &
  Required<Pick<ClientOptions, 'random' | 'retries' | 'timeout' | 'totalTimeout'>>;

/** What a call sends, the same with each attempt. `send` sends it with `openapi-fetch`; the hooks get the body. */
export interface OperationCall<Id extends OperationId> {
  readonly operation: Id;
  readonly body?: object;
  readonly send: (options: SendOptions) => Promise<Received>;
}

/** Options of `openapi-fetch` that each attempt sets. */
export type SendOptions = Readonly<{
  signal: AbortSignal;
  headers: Readonly<Record<string, string>>;
  middleware: Middleware[];
  parseAs: 'text';
}>;

// A timer of Node cannot be set for longer.
const longest = 2 ** 31 - 1;

const deadlineOf = ({ totalTimeout }: Settings, { timeout = 0 }: CallOptions) =>
  performance.now() + Math.min(Math.max(totalTimeout, timeout), longest);

/** Sends a request, and sends it again while the rule allows it and the pause ends before the deadline. */
export async function call<Data extends object, Id extends OperationId>(
  settings: Settings,
  operation: OperationCall<Id>,
  rule: RetryRule,
  options: KeyCallOptions = {},
  deadline = deadlineOf(settings, options),
): Promise<Result<Data, Id>> {
  const { random, onRetry } = settings;
  const { signal, retries = settings.retries, timeout = settings.timeout } = options;
  for (let retried = 0; ; retried += 1) {
    const limit = Math.min(timeout, Math.ceil(deadline - performance.now()));
    const number = retried + 1;
    const result = await attempt<Data, Id>(settings, operation, options, number, limit);
    if (result.ok || retried >= retries || signal?.aborted) return result;
    const { failure } = result;
    if (!rule(failure) && !wasRefused(failure)) return result;
    const milliseconds = pauseAfter(failure, retried, random);
    if (performance.now() + milliseconds >= deadline) return result;
    notify(onRetry, { operation: operation.operation, attempt: number, failure, milliseconds });
    const ended = await race(new Promise<never>(() => {}), signal, milliseconds);
    if (ended === 'aborted') return aborted(signal);
  }
}

/** Calls an operation with the caller's access token or, without one, with the token of the session. */
export async function callWithToken<Data extends object, Id extends OperationId>(
  settings: Settings,
  session: Session | undefined,
  operation: OperationCall<Id>,
  rule: RetryRule,
  options: KeyCallOptions = {},
): Promise<Result<Data, Id> | Result<Data, 'login'>> {
  if (options.accessToken === '') return notSent<Id>('the access token is empty');
  if (options.accessToken !== undefined || session === undefined)
    return call(settings, operation, rule, options);
  const { signal } = options;
  let deadline = deadlineOf(settings, options);
  for (let again = true; ; again = false) {
    // Other calls share this login, so the signal and the time limit of the caller end the wait but not the login.
    const pending = session.current();
    const current = await race(
      pending,
      signal,
      session.interactive ? undefined : deadline - performance.now(),
    );
    if (current === 'aborted') return aborted<'login'>(signal);
    if (current === 'timed_out')
      return failed<'login'>(`No login within ${settings.totalTimeout} ms`, {
        reason: 'timed_out',
      });
    if (!current.ok) return copyOf(current.failure);
    if (session.interactive) deadline = deadlineOf(settings, options);
    const accessToken = current.data.access_token;
    const result = await call<Data, Id>(
      settings,
      operation,
      rule,
      { ...options, accessToken },
      deadline,
    );
    // A request with a rejected token had no effect, so it may be sent again.
    if (result.ok || result.failure.code !== 401) return result;
    session.forget(pending);
    if (!again) return result;
  }
}

/** The failure of a login that several calls share, for one of them: each has the stack of its own caller. */
const copyOf = (failure: OperationFailure<'login'>) =>
  failed<'login'>(failure.message, failure, failure.cause);

/** Sends a request once, and waits at most `limit` milliseconds for the end of the response. It never throws. */
async function attempt<Data extends object, Id extends OperationId>(
  settings: Settings,
  { operation, body, send }: OperationCall<Id>,
  { accessToken, signal, headers }: KeyCallOptions,
  number: number,
  limit: number,
): Promise<Result<Data, Id>> {
  if (signal?.aborted) return aborted(signal);
  const { baseUrl, onRequest, onResponse } = settings;
  const controller = new AbortController();
  const secrets = [...secretsIn(body), ...(accessToken === undefined ? [] : [accessToken])];
  let request: Request | undefined;
  let shown: SentRequest | undefined;
  let status: number | undefined;
  const watch: Middleware = {
    onRequest: (event) => {
      if (accessToken !== undefined)
        event.request.headers.set('Authorization', `Bearer ${accessToken}`);
      request = event.request;
      if (onRequest || onResponse) shown = describe(operation, number, request, body);
      if (shown) notify(onRequest, shown);
    },
    onResponse: ({ response }) => {
      status = response.status;
      return limitBody(response);
    },
  };
  const started = performance.now();
  try {
    const sending = send({
      signal: controller.signal,
      // In place of a `Content-Type` among the caller's headers.
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      middleware: [watch],
      parseAs: 'text',
    });
    const received = await race(sending, signal, limit);
    if (received === 'aborted' || received === 'timed_out') controller.abort();
    if (received === 'aborted') return aborted(signal);
    if (received === 'timed_out') {
      const missing =
        status === undefined ? `No response from ${baseUrl}` : 'The response did not end';
      return failed(`${missing} within ${limit} ms`, { reason: 'timed_out', status });
    }
    const milliseconds = performance.now() - started;
    const envelope = readBody(received);
    if (shown && status)
      notify(onResponse, { status, milliseconds, body: mask(envelope, secrets) }, shown);
    const hide = hideIn(secrets);
    return readEnvelope(operation, envelope, received, { hide, baseUrl, url: request?.url });
  } catch (cause) {
    if (cause instanceof ResponseTooLarge)
      return failed(cause.message, { reason: 'unexpected_response', status, code: status });
    // Without the cause: the platform quotes the header, with the secrets in it.
    if (request === undefined)
      return notSent(
        findInvalid({ ...settings.headers, ...headers, Authorization: `Bearer ${accessToken}` }),
      );
    const message =
      status === undefined
        ? `No response from ${baseUrl} (${networkErrorOf(cause) ?? 'in a browser: does the server allow your origin?'})`
        : 'The response was cut off';
    return failed(message, { reason: 'no_response', status, code: status }, cause);
  }
}

/** The request without its secrets. */
function describe(
  operation: OperationId,
  attempt: number,
  request: Request,
  body?: object,
): SentRequest {
  const headers: Record<string, string> = {};
  request.headers.forEach((value, name) => {
    headers[name] = name === 'content-type' ? value : '[hidden]';
  });
  return {
    operation,
    attempt,
    method: request.method,
    url: request.url,
    headers,
    body: mask(body),
  };
}

/** Names what cannot be sent, without its value: it may be a secret. */
function findInvalid(headers: Readonly<Record<string, string>>): string {
  for (const header of Object.entries(headers))
    try {
      new Headers([header]);
    } catch {
      return `the header ${header[0]} is not valid`;
    }
  return 'the body is not valid';
}
