import { type ApiFailure, aborted, type Result } from './failure.ts';
import type { ClientOptions } from './options.ts';
import { race } from './race.ts';

const firstPause = 250;
const longestPause = 10_000;
const longestRetryAfter = 60;

export type RetrySettings = Required<Pick<ClientOptions, 'random' | 'retries'>>;

/** Whether the client may send a request again after this failure. */
export type RetryRule = (failure: ApiFailure) => boolean;

/** For every operation: the service itself rejected the request, so it had no effect. */
export const retryIfRejected: RetryRule = ({ traceId, code = 0 }) =>
  traceId !== undefined && [429, 503].includes(code);

/** For operations that are safe to repeat: the response was lost or unreadable, or the failure is temporary. */
export const retryIfTemporary: RetryRule = ({ reason, code = 0 }) =>
  reason === 'no_response' || reason === 'timed_out' || [200, 408, 429].includes(code) || code >= 500;

export const neverRetry: RetryRule = () => false;

/**
 * Repeats `attempt` while the rule allows it. The pauses double, and are multiplied by a random number so that many clients
 * do not return at once. A pause begins when `Retry-After` ends. If that is over a minute, the caller gets the failure.
 */
export async function retry<Data>(
  attempt: () => Promise<Result<Data>>,
  { retries, random }: RetrySettings,
  rule: RetryRule,
  signal: AbortSignal | undefined,
): Promise<Result<Data>> {
  for (let retried = 0; ; retried += 1) {
    const result = await attempt();
    if (result.ok || retried >= retries || !rule(result.failure)) return result;
    const { retryAfter = 0 } = result.failure;
    if (retryAfter > longestRetryAfter) return result;
    const pause = random() * Math.min(longestPause, firstPause * 2 ** retried);
    const ended = await race(new Promise<never>(() => {}), signal, retryAfter * 1000 + pause);
    if (ended === 'aborted') return aborted(signal);
  }
}
