import { readRecoveryCode } from '../one-time-codes.ts';
import {
  type AttemptResult,
  beginAttempt,
  endAttempt,
  type FailureLimit,
  perFailure,
} from './failure-limit.ts';
import type { RateLimitKeys } from './rate-limit-keys.ts';
import {
  type RateLimitKey,
  type RateLimitState,
  type RateLimitStates,
  toSeconds,
} from './throttle.ts';

export interface FailedLoginLimits {
  /** Per identity and network. */
  readonly logins: FailureLimit;
  /** Per identity, from all networks together that it is not known from. */
  readonly accounts: FailureLimit;
  /** The same for one-time codes: only a client with the right password gets this far. */
  readonly codes: FailureLimit;
  /** How long failed logins from one network and wrong codes are remembered. */
  readonly forgetMs: number;
}

/** From which networks an identity has logged in. */
export interface KnownNetworks {
  find(known: KnownNetwork, now: number): Promise<{ readonly failures: number } | undefined>;
  countFailure(known: KnownNetwork): Promise<void>;
}

export interface KnownNetwork {
  readonly subject: string;
  readonly network: string;
}

/** What a completed login remembers. */
export interface NewKnownNetwork extends KnownNetwork {
  readonly forgetAt: number;
}

/** In whole seconds, for `Retry-After`. */
export interface RateLimited {
  readonly retryAfter: number;
}

/** One login attempt. It counts as failed from its beginning until its result is known. Report exactly one result. */
export interface LoginAttempt {
  /** Where the attempt comes from, and whether the identity has logged in from there. */
  readonly origin: { readonly network: string; readonly isKnown: boolean };
  readonly newKnownNetwork: NewKnownNetwork;
  /** Call it before you check a one-time code, and only if the password is right: its limit reveals that the account has MFA. */
  tryCode(otp: string): Promise<RateLimited | undefined>;
  /** Forgets the failed attempts before this one. Never rejects, as the login is done. */
  succeeded(): Promise<void>;
  /** Never rejects: an attempt without a result stays counted. */
  failed(): Promise<void>;
  /** Takes the attempt back: it neither succeeded nor failed. */
  withdraw(): Promise<void>;
}

export type FailedLogins = ReturnType<typeof createFailedLogins>;

interface LoginToCount {
  readonly identity: string;
  readonly address: string;
}

export interface FailedLoginDeps {
  readonly rateLimits: RateLimitStates;
  readonly knownNetworks: KnownNetworks;
  readonly rateLimitKeys: RateLimitKeys;
  /** Throws when the password could not be verified now, so that nothing has to be written for a login that gets no further. */
  readonly admit: (origin: LoginAttempt['origin']) => void;
  readonly now: () => number;
  /** Called when a result could not be written: the attempt stays counted, so that the next waits are longer. */
  readonly onError: (error: unknown) => void;
}

const days = 24 * 3_600_000;
/** After this time without a login a network is not known any more. */
const knownMs = 30 * days;
/** After so many failures since the last login, a known network is limited like any other. */
const knownFailures = 20;
/** Longer than for one network, so that nobody can wait for it between many attempts. */
const forgetAccountMs = 30 * days;

export function createFailedLogins(
  { rateLimits, knownNetworks, rateLimitKeys, admit, now, onError }: FailedLoginDeps,
  { logins, accounts, codes, forgetMs }: FailedLoginLimits,
) {
  const rules = {
    login: perFailure(logins, forgetMs),
    account: perFailure(accounts, forgetAccountMs),
    code: perFailure(codes, forgetMs),
  };

  return {
    /** Call it before anything is looked up or hashed, so that it takes the same time for every identity. */
    async begin({ identity, address }: LoginToCount): Promise<LoginAttempt | RateLimited> {
      const known = {
        subject: rateLimitKeys.identity(identity),
        network: rateLimitKeys.network(address),
      };
      const { subject, network } = known;
      const keys = {
        login: { subject, action: `login ${network}` },
        account: { subject, action: 'account' },
        code: { subject, action: 'code' },
      };
      const failures = (await knownNetworks.find(known, now()))?.failures;
      const isKnown = failures !== undefined && failures < knownFailures;
      const origin = { network, isKnown };
      admit(origin);
      const states: RateLimitStates = {
        ...rateLimits,
        together: (work) => rateLimits.together(work, isKnown),
      };
      const taken: { readonly key: RateLimitKey; readonly state: RateLimitState }[] = [];

      const take = async (limit: keyof typeof rules) => {
        const turn = await beginAttempt(states, keys[limit], rules[limit], now);
        if ('waitMs' in turn) return { retryAfter: toSeconds(turn.waitMs) };
        taken.push({ key: keys[limit], state: turn.next });
        return undefined;
      };
      const end = async (result: AttemptResult) => {
        for (const { key, state } of taken) await endAttempt(states, key, state, result, now());
      };
      const endSafely = async (result: AttemptResult, andThen?: () => Promise<void>) => {
        try {
          await end(result);
          await andThen?.();
        } catch (error) {
          onError(error);
        }
      };

      for (const limit of isKnown ? (['login'] as const) : (['account', 'login'] as const)) {
        const rateLimited = await take(limit);
        if (rateLimited === undefined) continue;
        await end('withdrawn');
        return rateLimited;
      }
      return {
        origin,
        newKnownNetwork: { forgetAt: now() + knownMs, ...known },
        // A recovery code has too many random bits to be found by trying, and is for those who cannot use other codes.
        tryCode: async (otp) =>
          isKnown || readRecoveryCode(otp) !== undefined ? undefined : take('code'),
        succeeded: () => endSafely('succeeded'),
        failed: () =>
          endSafely('failed', async () => {
            if (isKnown) await knownNetworks.countFailure(known);
          }),
        withdraw: () => end('withdrawn'),
      };
    },
  };
}
