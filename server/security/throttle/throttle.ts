import { accountSubject, addressSubject } from './subject.ts';

/** What the store remembers for one rate limit. Times are milliseconds since 1970. */
export interface RateLimitState {
  readonly count: number;
  /** The end of the window, or of the wait after the last failure. */
  readonly until: number;
  /** The state expires at this time. */
  readonly forgetAt: number;
}

export interface RateLimitKey {
  /** The hash of an identity, an account's id, or an IP address. */
  readonly subject: string;
  /** What is limited: an operation, failed logins from an address, or one-time codes. */
  readonly action: string;
}

/** The rate limits' memory, shared by all processes on one database. */
export interface RateLimitStates {
  find(key: RateLimitKey): Promise<RateLimitState | undefined>;
  /**
   * Writes `next` if the state is still the one that was `seen`, in one statement; `false` when another request wrote
   * first.
   */
  swap(
    key: RateLimitKey,
    seen: RateLimitState | undefined,
    next: RateLimitState,
    now: number,
  ): Promise<boolean>;
  remove(key: RateLimitKey): Promise<void>;
}

/** The state after one more attempt, or how long to wait for it. */
export type Turn = { readonly next: RateLimitState } | { readonly waitMs: number };
export type Rule = (state: RateLimitState | undefined, now: number) => Turn;

export interface FailureLimit {
  readonly free: number;
  /** The wait after the first failure that is not free. It doubles with each further failure. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

/** Allows `limit` attempts per window, which starts with the first of them. */
export function perWindow(limit: number, windowMs: number): Rule {
  return (state, now) => {
    // A clock that was set back must not extend a window: one that ends too late counts as over.
    if (state === undefined || state.until <= now || state.until > now + windowMs)
      return { next: { count: 1, until: now + windowMs, forgetAt: now + windowMs } };
    if (state.count >= limit) return { waitMs: state.until - now };
    return { next: { ...state, count: state.count + 1 } };
  };
}

/** Allows free failures, then requires waits. After `forgetMs` without a failure the count starts again. */
export function perFailure({ free, firstWaitMs, longestWaitMs }: FailureLimit, forgetMs: number): Rule {
  return (state, now) => {
    const waitMs = state === undefined ? 0 : state.until - now;
    if (waitMs > 0 && waitMs <= longestWaitMs) return { waitMs };
    const count = (state === undefined || state.forgetAt <= now ? 0 : state.count) + 1;
    const wait = count <= free ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (count - free - 1));
    return { next: { count, until: now + wait, forgetAt: now + wait + forgetMs } };
  };
}

/** For `Retry-After`, in whole seconds, rounded up so that the client does not come back too early. */
export function toSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** Counts an attempt before it is made, so that simultaneous attempts get no further than successive ones. */
export async function takeTurn(
  states: RateLimitStates,
  key: RateLimitKey,
  rule: Rule,
  now: number,
): Promise<Turn> {
  for (;;) {
    const seen = await states.find(key);
    const turn = rule(seen, now);
    if ('waitMs' in turn || (await states.swap(key, seen, turn.next, now))) return turn;
  }
}

/** Takes back an attempt, and its wait, unless a later attempt has set another wait. */
export async function giveBack(
  states: RateLimitStates,
  key: RateLimitKey,
  taken: RateLimitState,
  now: number,
): Promise<void> {
  for (;;) {
    const seen = await states.find(key);
    if (seen === undefined || seen.count === 0) return;
    const until = seen.until === taken.until ? Math.min(now, seen.until) : seen.until;
    if (await states.swap(key, seen, { ...seen, count: seen.count - 1, until }, now)) return;
  }
}

const windowSeconds = 60;

/** A rate limit after a request was counted. Times are whole seconds. */
export interface RequestQuota {
  /** How many requests a window allows. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** How many requests the window still allows. */
  readonly remaining: number;
  /** The time until the window ends. At least 1. */
  readonly resetSeconds: number;
  /** Whether this request is over the limit. */
  readonly exceeded: boolean;
}

/** Counts requests of one kind per user, or per IP address when there is no user. */
export function createRequestCounter<Kind extends string>(
  states: RateLimitStates,
  perMinute: Readonly<Record<Kind, number>>,
  now: () => number,
) {
  return async (
    kind: Kind,
    { accountId, address }: { readonly accountId: string | undefined; readonly address: string },
  ): Promise<RequestQuota> => {
    const subject = accountId === undefined ? addressSubject(address) : accountSubject(accountId);
    const limit = perMinute[kind];
    const time = now();
    const rule = perWindow(limit, windowSeconds * 1000);
    const turn = await takeTurn(states, { subject, action: kind }, rule, time);
    const exceeded = 'waitMs' in turn;
    return {
      limit,
      windowSeconds,
      remaining: exceeded ? 0 : limit - turn.next.count,
      resetSeconds: toSeconds(exceeded ? turn.waitMs : turn.next.until - time),
      exceeded,
    };
  };
}
