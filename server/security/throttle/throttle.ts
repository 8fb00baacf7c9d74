import type { Subjects } from './subject.ts';

/** What the store remembers for one rate limit. Times are milliseconds since 1970. */
export interface RateLimitState {
  readonly count: number;
  /** The end of the window, or of the wait after the last failure; 0 when there is none. */
  readonly until: number;
  /** The state expires at this time. */
  readonly forgetAt: number;
  /** How many of the counted attempts have no result yet. Always 0 in a window. */
  readonly pending: number;
  /** `pending` is not believed after this time, as a process that was killed reports no result. */
  readonly pendingUntil: number;
}

export interface RateLimitKey {
  /** The keyed hash of an identity, an account's id, or a network. */
  readonly subject: string;
  /** What is limited: an operation, failed logins from a network or from all of them, or one-time codes. */
  readonly action: string;
}

/** The rate limits' memory, shared by all processes on one database. */
export interface RateLimitStates {
  find(key: RateLimitKey): Promise<RateLimitState | undefined>;
  /**
   * Writes `next`, or removes the state when `next` is `undefined`, if the state is still the one that was `seen`, in one
   * statement. `false` when another request wrote first.
   */
  swap(
    key: RateLimitKey,
    seen: RateLimitState | undefined,
    next: RateLimitState | undefined,
    now: number,
  ): Promise<boolean>;
}

/** The state after one more attempt, or how long to wait for it. */
export type Turn = { readonly next: RateLimitState } | { readonly waitMs: number };
export type Rule = (state: RateLimitState | undefined, now: number) => Turn;

/** Allows `limit` attempts per window, which starts with the first of them. */
export function perWindow(limit: number, windowMs: number): Rule {
  return (state, now) => {
    // A clock that was set back must not extend a window: one that ends too late counts as over.
    if (state === undefined || state.until <= now || state.until > now + windowMs) {
      const until = now + windowMs;
      return { next: { count: 1, until, forgetAt: until, pending: 0, pendingUntil: 0 } };
    }
    if (state.count >= limit) return { waitMs: state.until - now };
    return { next: { ...state, count: state.count + 1 } };
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

/** Counts requests of one kind per user, or per network when there is no user. */
export function createRequestCounter<Kind extends string>(
  states: RateLimitStates,
  subjects: Subjects,
  perMinute: Readonly<Record<Kind, number>>,
  now: () => number,
) {
  return async (
    kind: Kind,
    { accountId, address }: { readonly accountId: string | undefined; readonly address: string },
  ): Promise<RequestQuota> => {
    const subject = accountId === undefined ? subjects.network(address) : subjects.account(accountId);
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
