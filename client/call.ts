import type { OperationId } from '../generated/contract.ts';
import { aborted, failed, type Result } from './failure.ts';
import { mask } from './mask.ts';
import { findInvalid, type OperationRequest, type PreparedRequest, prepare } from './operation-request.ts';
import type { ClientOptions, KeyCallOptions, SentRequest } from './options.ts';
import { readEnvelope } from './read-envelope.ts';
import { notify, type RetryRule, type RetrySettings, retry } from './retry.ts';
import { race, type Session } from './session.ts';

export type Settings = AttemptSettings & RetrySettings & { readonly totalTimeout: number };

// A timer of Node cannot be set for longer.
const longestTimer = 2 ** 31 - 1;
const deadlineOf = ({ totalTimeout }: Settings) => performance.now() + Math.min(totalTimeout, longestTimer);

/** Calls an operation: sends a request, and sends it again while the rule and the deadline allow it. */
export function call<Data extends object, Id extends OperationId>(
  settings: Settings,
  request: OperationRequest<Id>,
  rule: RetryRule,
  signal?: AbortSignal,
  deadline = deadlineOf(settings),
): Promise<Result<Data, Id>> {
  return retry(
    request.operation,
    (number, limit) => attempt<Data, Id>(settings, request, number, limit, signal),
    settings,
    rule,
    deadline,
    signal,
  );
}

/** Calls an operation with the caller's access token or, without one, with the token of the session. */
export async function callWithToken<Data extends object, Id extends OperationId>(
  settings: Settings,
  session: Session | undefined,
  request: OperationRequest<Id>,
  rule: RetryRule,
  { signal, accessToken }: KeyCallOptions = {},
): Promise<Result<Data, Id> | Result<Data, 'login'>> {
  let deadline = deadlineOf(settings);
  const callWith = (token?: string) =>
    call<Data, Id>(settings, { ...request, token }, rule, signal, deadline);
  if (accessToken !== undefined || session === undefined) return callWith(accessToken);
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
      return failed<'login'>(`No login within ${settings.totalTimeout} ms`, { reason: 'timed_out' });
    if (!current.ok) return current;
    if (session.interactive) deadline = deadlineOf(settings);
    const result = await callWith(current.data.access_token);
    // A request with a rejected token had no effect, so it may be sent again.
    if (result.ok || result.failure.code !== 401) return result;
    session.forget(pending);
    if (!again) return result;
  }
}

type AttemptSettings = Pick<ClientOptions, 'baseUrl' | 'fetch' | 'headers' | 'onRequest' | 'onResponse'>;

/**
 * Sends a request once, and waits at most `limit` milliseconds for the end of the response. It never throws.
 * @param number 1 for the first attempt of a call
 */
async function attempt<Data extends object, Id extends OperationId>(
  settings: AttemptSettings,
  request: OperationRequest<Id>,
  number: number,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Result<Data, Id>> {
  if (signal?.aborted) return aborted(signal);
  const { onRequest, onResponse } = settings;
  const controller = new AbortController();
  let prepared: PreparedRequest;
  try {
    prepared = prepare(settings, request, controller.signal);
  } catch {
    // Without the cause: the platform quotes the header, with the secrets in it.
    const invalid = findInvalid(request, settings.headers);
    return failed(`The request was not sent: the ${invalid} is not valid`, { reason: 'not_sent' });
  }

  const shown = onRequest || onResponse ? describe(request, prepared, number) : undefined;
  if (shown) notify(onRequest, shown);
  const started = performance.now();
  const exchange = async () => {
    const response = await prepared.send();
    return [response, await response.text()] as const;
  };
  try {
    const received = await race(exchange(), signal, limit);
    if (received === 'aborted' || received === 'timed_out') controller.abort();
    if (received === 'aborted') return aborted(signal);
    if (received === 'timed_out')
      return failed(`No response from the server within ${limit} ms`, { reason: 'timed_out' });
    const [response, text] = received;
    const { status } = response;
    const milliseconds = performance.now() - started;
    if (shown) notify(onResponse, { status, milliseconds, body: mask(text) }, shown);
    return readEnvelope(request.operation, prepared, response, text);
  } catch (cause) {
    return failed('No response from the server', { reason: 'no_response' }, cause);
  }
}

/** The request without its secrets. */
function describe(
  { operation, method }: OperationRequest,
  { url, headers, body }: PreparedRequest,
  attempt: number,
): SentRequest {
  const shown: Record<string, string> = {};
  headers.forEach((value, name) => {
    shown[name] = name === 'content-type' ? value : '[hidden]';
  });
  return { operation, attempt, method, url, headers: shown, body: mask(body) };
}
