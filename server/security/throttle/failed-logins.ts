import { addressSubject, identitySubject } from './subject.ts';
import {
  type FailureLimit,
  giveBack,
  perFailure,
  type RateLimitKey,
  type RateLimitState,
  type RateLimitStates,
  takeTurn,
  toSeconds,
} from './throttle.ts';

export interface FailedLoginLimits {
  /** Per identity and IP address. */
  readonly logins: FailureLimit;
  /** Per identity, from all addresses: only a client with the right password gets this far. */
  readonly codes: FailureLimit;
  readonly forgetMs: number;
}

/** In whole seconds, for `Retry-After`. */
export interface RateLimited {
  readonly retryAfter: number;
}

/** One login attempt. It counts as failed from its beginning until its result is known. */
export interface LoginAttempt {
  /** Call it before you check a one-time code. */
  tryCode(): Promise<RateLimited | undefined>;
  /** Forgets the failed attempts before this one. Never rejects, as the login is done. */
  succeeded(): Promise<void>;
  /** Takes the attempt back: it neither succeeded nor failed. */
  withdraw(): Promise<void>;
}

export interface FailedLogins {
  /** Call it before anything is looked up or hashed, so that it takes the same time for every identity. */
  begin(login: {
    readonly identity: string;
    readonly address: string;
    readonly withCode: boolean;
  }): Promise<LoginAttempt | RateLimited>;
}

/** `onError` is called when failures could not be forgotten: they stay counted, so that the next waits are longer. */
export function createFailedLogins(
  states: RateLimitStates,
  { logins, codes, forgetMs }: FailedLoginLimits,
  now: () => number,
  onError: (error: unknown) => void,
): FailedLogins {
  const loginRule = perFailure(logins, forgetMs);
  const codeRule = perFailure(codes, forgetMs);

  return {
    async begin({ identity, address, withCode }) {
      const subject = identitySubject(identity);
      const loginKey = { subject, action: `login ${addressSubject(address)}` };
      const codeKey = { subject, action: 'code' };
      const taken: { readonly key: RateLimitKey; readonly state: RateLimitState }[] = [];

      const take = async (key: RateLimitKey, rule: typeof loginRule) => {
        const turn = await takeTurn(states, key, rule, now());
        if ('waitMs' in turn) return { retryAfter: toSeconds(turn.waitMs) };
        taken.push({ key, state: turn.next });
        return undefined;
      };

      if (withCode) {
        const turn = codeRule(await states.find(codeKey), now());
        if ('waitMs' in turn) return { retryAfter: toSeconds(turn.waitMs) };
      }
      const rateLimited = await take(loginKey, loginRule);
      if (rateLimited !== undefined) return rateLimited;
      return {
        tryCode: () => take(codeKey, codeRule),
        succeeded: async () => {
          try {
            for (const { key } of taken) await states.remove(key);
          } catch (error) {
            onError(error);
          }
        },
        withdraw: async () => {
          for (const { key, state } of taken) await giveBack(states, key, state, now());
        },
      };
    },
  };
}
