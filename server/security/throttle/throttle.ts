import type { RateLimitKeys } from './rate-limit-keys.ts';

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

/** A time in which `limit` requests are allowed. Without an earlier one, it ends at `end`. */
export interface RequestWindow {
  readonly limit: number;
  readonly end: number;
}

/** The rate limits' memory, shared by all processes on one database. */
export interface RateLimitMemory {
  /**
   * Counts a request, in one statement, so that simultaneous requests get no further than successive ones. Returns how many the
   * window has now and when it ends, or `undefined`, and counts nothing, when it is full.
   */
  count(
    key: RateLimitKey,
    window: RequestWindow,
    now: number,
  ): Promise<Pick<RateLimitState, 'count' | 'until'> | undefined>;
  find(key: RateLimitKey): Promise<RateLimitState | undefined>;
  /** In one statement, if the state is still `seen`. `false` when another request wrote first. */
  swap(
    key: RateLimitKey,
    seen: RateLimitState | undefined,
    next: RateLimitState | undefined,
    now: number,
  ): Promise<boolean>;
}

export interface RateLimitStates extends Pick<RateLimitMemory, 'find'> {
  /**
   * `work` must await only this memory, and may run again. Works that arrive together share a commit. Those of callers, and of
   * known networks where the identity is known, are preferred: they do not wait behind strangers.
   */
  together<Result>(
    work: (memory: RateLimitMemory) => Promise<Result>,
    isPreferred?: boolean,
  ): Promise<Result>;
}

/** For `Retry-After`, in whole seconds, rounded up so that the client does not come back too early. */
export function toSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** By how much the clocks of two processes may differ. */
export const clockToleranceMs = 60_000;

const windowSeconds = 60;

/** A rate limit after a request was counted. Times are whole seconds. */
export interface RequestQuota {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** The time until the window ends. At least 1. */
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

// Each takes about 200 bytes.
const mostFull = 10_000;

/** Counts requests of one kind per user, or per network when there is no user. */
export function createRequestCounter<Kind extends string>(
  states: RateLimitStates,
  rateLimitKeys: RateLimitKeys,
  perMinute: Readonly<Record<Kind, number>>,
  now: () => number,
) {
  // Windows that are full, and when they end: a flood of requests over a limit asks the database once.
  const full = new Map<string, number>();
  const inQueue = createSerialQueues();

  return async (
    kind: Kind,
    { accountId, address }: { readonly accountId: string | undefined; readonly address: string },
  ): Promise<RequestQuota> => {
    const subject =
      accountId === undefined ? rateLimitKeys.network(address) : rateLimitKeys.account(accountId);
    const limit = perMinute[kind];
    const time = now();
    const key = { subject, action: kind };
    const end = time + windowSeconds * 1000;
    const name = `${subject} ${kind}`;

    const count = async (): Promise<{ readonly used?: number; readonly until: number }> => {
      const known = full.get(name);
      if (known !== undefined && known > time && known <= end + clockToleranceMs)
        return { until: known };
      const inWindow = (memory: RateLimitMemory) => memory.count(key, { limit, end }, time);
      const counted = await states.together(inWindow, accountId !== undefined);
      if (counted !== undefined) return { used: counted.count, until: counted.until };
      const state = await states.find(key);
      // Another window may have begun since.
      if (state !== undefined && state.count >= limit) {
        if (full.size >= mostFull) full.clear();
        full.set(name, state.until);
      }
      return { until: state?.until ?? end };
    };
    const { used, until } = await inQueue(name, count);
    return {
      limit,
      windowSeconds,
      remaining: used === undefined ? 0 : limit - used,
      resetSeconds: toSeconds(until - time),
      exceeded: used === undefined,
    };
  };
}

/**
 * Does works of the same name one after the other, so that a flood of them takes only one connection to the database from the others.
 * When one fails, those that wait behind it fail too: their time would be over as well.
 */
function createSerialQueues() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const turn: Promise<Result> = (last.get(name)?.then(work) ?? work()).finally(() => {
      if (last.get(name) === turn) last.delete(name);
    });
    last.set(name, turn);
    return turn;
  };
}
