import { addressSubject, identitySubject } from './subject.ts';
import {
  type BrakeKey,
  type BrakeState,
  type BrakeStates,
  type FailureLimit,
  giveBack,
  perFailure,
  takeTurn,
  toSeconds,
} from './throttle.ts';

export interface GuessLimits {
  /** Of one identity from one address. */
  readonly logins: FailureLimit;
  /** Of one identity, from wherever: only who has its password comes so far. */
  readonly codes: FailureLimit;
  readonly forgetMs: number;
}

/** In whole seconds, for `Retry-After`. */
export interface Braked {
  readonly retryAfter: number;
}

/** One try to log in, which counts as failed from its beginning until it is known not to be. */
export interface Guess {
  /** Before a one-time code is looked at. */
  tryCode(): Promise<Braked | undefined>;
  /** Nobody guesses here: what failed before is forgotten. Never rejects, as the login is done. */
  succeeded(): Promise<void>;
  /** It came to no verdict on what was guessed. */
  withdraw(): Promise<void>;
}

export interface Guesses {
  /** Before anything is looked up or hashed, and so alike for everybody. */
  begin(login: {
    readonly identity: string;
    readonly address: string;
    readonly withCode: boolean;
  }): Promise<Guess | Braked>;
}

/** `onKept` hears why failures could not be forgotten: they stay counted, which only makes the next ones dearer. */
export function createGuesses(
  states: BrakeStates,
  { logins, codes, forgetMs }: GuessLimits,
  now: () => number,
  onKept: (error: unknown) => void,
): Guesses {
  const loginRule = perFailure(logins, forgetMs);
  const codeRule = perFailure(codes, forgetMs);

  return {
    async begin({ identity, address, withCode }) {
      const subject = identitySubject(identity);
      const loginKey = { subject, brake: `login ${addressSubject(address)}` };
      const codeKey = { subject, brake: 'code' };
      const taken: { readonly key: BrakeKey; readonly state: BrakeState }[] = [];

      const take = async (key: BrakeKey, rule: typeof loginRule) => {
        const turn = await takeTurn(states, key, rule, now());
        if ('waitMs' in turn) return { retryAfter: toSeconds(turn.waitMs) };
        taken.push({ key, state: turn.next });
        return undefined;
      };

      if (withCode) {
        const turn = codeRule(await states.find(codeKey), now());
        if ('waitMs' in turn) return { retryAfter: toSeconds(turn.waitMs) };
      }
      const braked = await take(loginKey, loginRule);
      if (braked !== undefined) return braked;
      return {
        tryCode: () => take(codeKey, codeRule),
        succeeded: async () => {
          try {
            for (const { key } of taken) await states.remove(key);
          } catch (error) {
            onKept(error);
          }
        },
        withdraw: async () => {
          for (const { key, state } of taken) await giveBack(states, key, state, now());
        },
      };
    },
  };
}
