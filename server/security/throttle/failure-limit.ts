import { setTimeout as sleep } from 'node:timers/promises';
import {
  clockToleranceMs,
  type RateLimitKey,
  type RateLimitState,
  type RateLimitStates,
} from './throttle.ts';

export interface FailureLimit {
  readonly free: number;
  /** The wait after the first failure that is not free. It doubles with each further failure. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

/** NIST SP 800-63B-4, 3.2.2: at most 100 consecutive failures. */
const maximumFailures = 100;
/** The wait for each attempt after that. */
const closedMs = 30 * 24 * 3_600_000;
/** Longer than a verification takes, with its wait in the queue. */
const pendingMs = 10_000;
/** How long an attempt waits for the results of others, and the first and longest pause between two looks at them. */
const patience = { totalMs: 5_000, firstMs: 10, longestMs: 160 };

/** The state after one more attempt, or how long to wait for it. */
type Turn = { readonly next: RateLimitState } | { readonly waitMs: number };
type Rule = (state: RateLimitState | undefined, now: number) => Turn;

/** After 100 failures each attempt waits a month. After `forgetMs` without one, all are forgotten. */
export function perFailure(
  { free, firstWaitMs, longestWaitMs }: FailureLimit,
  forgetMs: number,
): Rule {
  const isClosed = (count: number) => count > free && count >= maximumFailures;
  const waitAfter = (count: number) => {
    if (count <= free) return 0;
    return isClosed(count)
      ? closedMs
      : Math.min(longestWaitMs, firstWaitMs * 2 ** (count - free - 1));
  };
  return (state, now) => {
    const waitMs = state === undefined ? 0 : state.until - now;
    // A clock that was set back must not extend a wait: one that ends too late counts as over.
    const longest = isClosed(state?.count ?? 0) ? closedMs : longestWaitMs;
    if (waitMs > 0 && waitMs <= longest + clockToleranceMs) return { waitMs };
    const count = (state === undefined || state.forgetAt <= now ? 0 : state.count) + 1;
    const wait = waitAfter(count);
    return {
      next: {
        count,
        // Not `now`, which another process with an earlier clock would wait for.
        until: wait === 0 ? 0 : now + wait,
        forgetAt: now + wait + forgetMs,
        pending: pendingIn(state, now) + 1,
        pendingUntil: now + pendingMs,
      },
    };
  };
}

/** Counts an attempt before it is made, so that simultaneous attempts get no further than successive ones. */
function takeTurn(
  states: RateLimitStates,
  key: RateLimitKey,
  rule: Rule,
  now: number,
): Promise<{ readonly seen: RateLimitState | undefined; readonly turn: Turn }> {
  return states.together(async (memory) => {
    for (let seen: RateLimitState | undefined; ; seen = await memory.find(key)) {
      const turn = rule(seen, now);
      if ('waitMs' in turn || (await memory.swap(key, seen, turn.next, now))) return { seen, turn };
    }
  });
}

/** Waits where only attempts without a result leave no room: their successes would not limit this one. */
export async function beginAttempt(
  states: RateLimitStates,
  key: RateLimitKey,
  rule: Rule,
  now: () => number,
): Promise<Turn> {
  for (let waited = 0, pause = patience.firstMs; ; ) {
    const time = now();
    const { seen, turn } = await takeTurn(states, key, rule, time);
    if ('next' in turn || pendingIn(seen, time) === 0 || waited >= patience.totalMs) return turn;
    await sleep(pause);
    waited += pause;
    pause = Math.min(2 * pause, patience.longestMs);
  }
}

/** `withdrawn`: the attempt neither succeeded nor failed. */
export type AttemptResult = 'succeeded' | 'failed' | 'withdrawn';

/** Records the result of an attempt. A state that counts nothing is removed. */
export function endAttempt(
  states: RateLimitStates,
  key: RateLimitKey,
  taken: RateLimitState,
  result: AttemptResult,
  now: number,
): Promise<void> {
  return states.together(async (memory) => {
    for (let seen: RateLimitState | undefined = taken; ; seen = await memory.find(key))
      if (
        seen === undefined ||
        (await memory.swap(key, seen, afterResult(seen, taken, result, now), now))
      )
        return;
  });
}

function afterResult(
  seen: RateLimitState,
  taken: RateLimitState,
  result: AttemptResult,
  now: number,
): RateLimitState | undefined {
  const pending = Math.max(0, pendingIn(seen, now) - 1);
  if (result === 'failed') return { ...seen, pending };
  // A success forgets the failures, and not the attempts that may become some.
  const count = result === 'succeeded' ? pending : seen.count - 1;
  if (count <= 0) return undefined;
  // Another attempt may have set another wait.
  const until = result === 'succeeded' || seen.until === taken.until ? 0 : seen.until;
  return { ...seen, count, pending, until };
}

function pendingIn(state: RateLimitState | undefined, now: number): number {
  return state === undefined || state.pendingUntil <= now ? 0 : state.pending;
}
