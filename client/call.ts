import type { Middleware } from 'openapi-fetch';
import type { OperationId } from '../generated/contract.ts';
import type { Result } from './failure.ts';
import { limitBody, ResponseTooLarge } from './limit-body.ts';
import { hideIn, mask, secretsIn } from './mask.ts';
import type { ClientOptions, KeyCallOptions, SentRequest } from './options.ts';
import { type Received, readBody, readEnvelope } from './read-envelope.ts';
import { aborted, failed, notSent } from './results.ts';
import { notify, pauseAfter, type RetryRule, race, wasRefused } from './retry.ts';
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
  middleware: Middleware[];
  parseAs: 'text';
}>;

// A timer of Node cannot be set for longer.
const deadlineOf = ({ totalTimeout }: Settings) =>
  performance.now() + Math.min(totalTimeout, 2 ** 31 - 1);

/** Sends a request, and sends it again while the rule allows it and the pause ends before the deadline. */
export async function call<Data extends object, Id extends OperationId>(
  settings: Settings,
  operation: OperationCall<Id>,
  rule: RetryRule,
  options: KeyCallOptions = {},
  deadline = deadlineOf(settings),
): Promise<Result<Data, Id>> {
  const { retries, random, timeout, onRetry } = settings;
  for (let retried = 0; ; retried += 1) {
    const limit = Math.min(timeout, Math.ceil(deadline - performance.now()));
    const number = retried + 1;
    const result = await attempt<Data, Id>(settings, operation, options, number, limit);
    if (result.ok || retried >= retries) return result;
    const { failure } = result;
    if (!rule(failure) && !wasRefused(failure)) return result;
    const milliseconds = pauseAfter(failure, retried, random);
    if (performance.now() + milliseconds >= deadline) return result;
    notify(onRetry, { operation: operation.operation, attempt: number, failure, milliseconds });
    const ended = await race(new Promise<never>(() => {}), options.signal, milliseconds);
    if (ended === 'aborted') return aborted(options.signal);
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
  if (options.accessToken !== undefined || session === undefined)
    return call(settings, operation, rule, options);
  const { signal } = options;
  let deadline = deadlineOf(settings);
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
    if (!current.ok) return current;
    if (session.interactive) deadline = deadlineOf(settings);
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

/** Sends a request once, and waits at most `limit` milliseconds for the end of the response. It never throws. */
async function attempt<Data extends object, Id extends OperationId>(
  { baseUrl, headers, onRequest, onResponse }: Settings,
  { operation, body, send }: OperationCall<Id>,
  { accessToken, signal }: KeyCallOptions,
  number: number,
  limit: number,
): Promise<Result<Data, Id>> {
  if (signal?.aborted) return aborted(signal);
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
    const sending = send({ signal: controller.signal, middleware: [watch], parseAs: 'text' });
    const received = await race(sending, signal, limit);
    if (received === 'aborted' || received === 'timed_out') controller.abort();
    if (received === 'aborted') return aborted(signal);
    if (received === 'timed_out')
      return failed(`No response from the server within ${limit} ms`, {
        reason: 'timed_out',
        status,
      });
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
      return notSent(findInvalid({ ...headers, Authorization: `Bearer ${accessToken}` }));
    const message =
      status === undefined ? 'No response from the server' : 'The response was cut off';
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
      return `header ${header[0]}`;
    }
  return 'body';
}
