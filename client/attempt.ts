import type { OperationId } from '../generated/contract.ts';
import { aborted, failed, type Result } from './failure.ts';
import { mask } from './mask.ts';
import { notify } from './notify.ts';
import { findInvalid, type OperationRequest, type PreparedRequest, prepare } from './operation-request.ts';
import type { ClientOptions, SentRequest } from './options.ts';
import { race } from './race.ts';
import { readEnvelope } from './read-envelope.ts';

export type AttemptSettings = Pick<
  ClientOptions,
  'baseUrl' | 'fetch' | 'headers' | 'onRequest' | 'onResponse'
>;

/**
 * Sends a request once, and waits at most `limit` milliseconds for the end of the response. It never throws.
 * @param number 1 for the first attempt of a call
 */
export async function attempt<Data extends object, Id extends OperationId>(
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
