import type { ApiFailure } from './failure.ts';

const firstPause = 250;
const longestPause = 10_000;

/** Whether the client may send a request again after this failure. */
export type RetryRule = (failure: ApiFailure) => boolean;

/** For every operation: the service itself rejected the request, so it had no effect. */
export const retryIfRejected: RetryRule = ({ traceId, code = 0 }) =>
  traceId !== undefined && [429, 503].includes(code);

/** For operations that are safe to repeat: the response was lost or unreadable, or the failure is temporary. */
export const retryIfTemporary: RetryRule = ({ reason, code = 0 }) =>
  reason === 'no_response' || reason === 'timed_out' || [200, 408, 429].includes(code) || code >= 500;

export const neverRetry: RetryRule = () => false;

/** Nothing was sent, so every request may be sent again. Node and Bun name the error; browsers do not. */
export const wasRefused = ({ cause }: ApiFailure) =>
  /^(ECONNREFUSED|ConnectionRefused)$/.test(Object(Object(cause).cause).code ?? Object(cause).code);

/**
 * Milliseconds before the next attempt. The pauses double, and are multiplied by a random number so that many clients do not
 * return at once. A pause begins when `Retry-After` ends.
 */
export const pauseAfter = ({ retryAfter = 0 }: ApiFailure, retried: number, random: () => number): number =>
  retryAfter * 1000 + random() * Math.min(longestPause, firstPause * 2 ** retried);

/**
 * Calls a hook. It is an async function so that what the hook throws becomes an unhandled rejection: it must neither change
 * the call nor remain hidden.
 */
export async function notify<Event extends readonly unknown[]>(
  hook: ((...event: Event) => void) | undefined,
  ...event: Event
): Promise<void> {
  // An async hook rejects in the same way.
  await hook?.(...event);
}

/**
 * Waits for `work`, at most `milliseconds` and until the signal aborts. It does not stop the work: the caller does.
 */
export function race<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  milliseconds?: number,
): Promise<T | 'timed_out' | 'aborted'> {
  let clear = () => {};
  const interrupted = new Promise<'timed_out' | 'aborted'>((resolve) => {
    const abort = () => resolve('aborted');
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds, 'timed_out');
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  return Promise.race([interrupted, work]).finally(() => clear());
}
