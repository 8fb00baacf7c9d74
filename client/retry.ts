import { aborted } from './attempt.ts';
import type { ApiFailure, Result } from './failure.ts';
import { race } from './race.ts';

const firstPause = 250;
const longestPause = 10_000;
const longestRetryAfter = 60;

/** Whether a call that failed like this may be sent again. */
export type MayRetry = (failure: ApiFailure) => boolean;

/** The service itself says that it turned the request away: nothing happened, so even a generation may be sent again. */
export const turnedAway: MayRetry = ({ traceId, code }) =>
  traceId !== undefined && (code === 429 || code === 503);

/** For what may happen twice: an answer that never came, was unreadable, or says that another time may do. */
export const passing: MayRetry = ({ reason, code = 0 }) =>
  reason === 'no_response' || reason === 'timed_out' || [200, 408, 429].includes(code) || code >= 500;

export const never: MayRetry = () => false;

/**
 * Tries again while it may, after pauses that double and are drawn at random, so that many clients do not come back at
 * once. They begin when `Retry-After` ends; one of over a minute is for the caller to wait for.
 */
export async function retry<Data>(
  attempt: () => Promise<Result<Data>>,
  options: {
    readonly may: MayRetry;
    readonly retries: number;
    readonly random: () => number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Result<Data>> {
  for (let tried = 0; ; tried += 1) {
    const result = await attempt();
    if (result.ok || tried >= options.retries || !options.may(result.failure)) return result;
    const { retryAfter = 0 } = result.failure;
    if (retryAfter > longestRetryAfter) return result;
    const pause = options.random() * Math.min(longestPause, firstPause * 2 ** tried);
    const ended = await race(new Promise<never>(() => {}), options.signal, retryAfter * 1000 + pause);
    if (ended === 'aborted') return aborted(options.signal);
  }
}
