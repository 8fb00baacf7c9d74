import { aborted, failed, type Result } from './failure.ts';
import type { ClientOptions, Fetch } from './options.ts';
import { race } from './race.ts';
import { readEnvelope } from './read-envelope.ts';

/** How openapi-fetch sends a request. */
export interface SendOptions {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly parseAs: 'text';
  readonly redirect: 'manual';
}

/** Sends one request with openapi-fetch, which returns this. */
export type Send = (
  options: SendOptions,
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

/** Sends a request once. It never throws. */
export async function attempt<Data extends object>(
  send: Send,
  { fetch, timeout }: Required<Pick<ClientOptions, 'fetch' | 'timeout'>>,
  signal: AbortSignal | undefined,
): Promise<Result<Data>> {
  if (signal?.aborted) return aborted(signal);
  const controller = new AbortController();
  let sent = false;
  const pending = send({
    fetch: (request) => {
      sent = true;
      return fetch(request);
    },
    signal: controller.signal,
    // As text, so that `readEnvelope` reads every response by the same rule, whatever its HTTP status and media type.
    parseAs: 'text',
    // The contract has no redirects, and a redirect must not lead a password elsewhere.
    redirect: 'manual',
  });
  try {
    const response = await race(pending, signal, timeout);
    if (response === 'aborted') return aborted(signal);
    if (response === 'timed_out')
      return failed(`No response from the server within ${timeout} ms`, { reason: 'timed_out' });
    return readEnvelope(response.data ?? response.error, response.response);
  } catch (cause) {
    // Without the cause when nothing was sent: the platform quotes the address or the header, with the secrets in it.
    return sent
      ? failed('No response from the server', { reason: 'no_response' }, cause)
      : failed('The request could not be sent', { reason: 'not_sent' });
  } finally {
    controller.abort();
  }
}
