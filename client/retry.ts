import type { ApiFailure } from './failure.ts';

/** Whether the client may send a request again after this failure. */
export type RetryRule = (failure: ApiFailure) => boolean;

/** For every operation: the service itself rejected the request, so it had no effect. */
export const retryIfRejected: RetryRule = ({ traceId, code = 0 }) =>
  traceId !== undefined && [429, 503].includes(code);

/** For operations that are safe to repeat: the response was lost or unreadable, or the failure is temporary. */
export const retryIfTemporary: RetryRule = ({ reason, code = 0 }) =>
  reason === 'no_response' ||
  reason === 'timed_out' ||
  [200, 408, 429].includes(code) ||
  code >= 500;

/** The name of an error of the network, such as `ECONNREFUSED`. Node and Bun have one; browsers do not. */
export function networkErrorOf(cause: unknown): string | undefined {
  const { code, cause: deeper } = Object(cause);
  const name = Object(deeper).code ?? code;
  return typeof name === 'string' && /^\w+$/.test(name) ? name : undefined;
}

/** Nothing was sent, so every request may be sent again. */
export const wasRefused = ({ cause }: ApiFailure) =>
  /^(ECONNREFUSED|ConnectionRefused)$/.test(networkErrorOf(cause) ?? '');

/** Milliseconds before the next attempt, which double. The random number keeps many clients from returning at once. */
export const pauseAfter = (
  { retryAfter = 0 }: ApiFailure,
  retried: number,
  random: () => number,
): number => retryAfter * 1000 + random() * Math.min(10_000, 250 * 2 ** retried);

/** Calls a hook. What it throws becomes an unhandled rejection: it must neither change the call nor remain hidden. */
export async function notify<Event extends readonly unknown[]>(
  hook: ((...event: Event) => void) | undefined,
  ...event: Event
): Promise<void> {
  await hook?.(...event);
}

/** Waits for `work`, at most `milliseconds` and until the signal aborts. It does not stop the work: the caller does. */
export async function race<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  milliseconds?: number,
): Promise<T | 'timed_out' | 'aborted'> {
  const end = new AbortController();
  const interrupted = new Promise<'timed_out' | 'aborted'>((resolve) => {
    const abort = () => resolve('aborted');
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { signal: end.signal });
    const timer =
      milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds, 'timed_out');
    end.signal.onabort = () => clearTimeout(timer);
  });
  return Promise.race([interrupted, work]).finally(() => end.abort());
}
