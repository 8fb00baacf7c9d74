import { failed, type Result } from './failure.ts';
import { race } from './race.ts';
import { readEnvelope } from './read-envelope.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** What a request is sent with beside its own parts. */
export interface Init {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly parseAs: 'text';
  readonly redirect: 'manual';
}

/** As openapi-fetch gives it. */
export interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

export type Send = (init: Init) => Promise<Answer>;

export const aborted = (signal: AbortSignal | undefined) =>
  failed('The call was aborted', { reason: 'aborted' }, signal?.reason);

/** Sends a request once. Whatever happens is a result. */
export async function attempt<Data extends object>(
  send: Send,
  fetch: Fetch,
  signal: AbortSignal | undefined,
  timeout: number,
): Promise<Result<Data>> {
  if (signal?.aborted) return aborted(signal);
  const own = new AbortController();
  let sent = false;
  const answering = send({
    fetch: (request) => {
      sent = true;
      return fetch(request);
    },
    signal: own.signal,
    // Text, so that the envelope is read by one rule whatever HTTP status and media type an answer claims.
    parseAs: 'text',
    // The contract knows no redirects, and a password does not go where one leads.
    redirect: 'manual',
  });
  try {
    const answer = await race(answering, signal, timeout);
    if (answer === 'aborted') return aborted(signal);
    if (answer === 'timed_out')
      return failed(`There was no answer within ${timeout} ms`, { reason: 'timed_out' });
    return readEnvelope(answer.data ?? answer.error, answer.response);
  } catch (cause) {
    // Why no request could be made is not told on: the platform quotes the address or the header, secrets and all.
    return sent
      ? failed('There was no answer', { reason: 'no_response' }, cause)
      : failed('The request could not be made', { reason: 'not_sent' });
  } finally {
    own.abort();
  }
}
