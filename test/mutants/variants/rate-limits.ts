import { setTimeout as pause } from 'node:timers/promises';
import { isActive } from '../credentials.ts';
import { fixtures } from '../model/accounts.ts';
import { type Behaviour, isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Variants } from '../mutant.ts';
import { withLoginData } from '../overrides.ts';
import { withHttp200 } from './responses.ts';

/** After six failed logins, rejects every login for a second. */
function rateLimiting(): Partial<Behaviour> {
  let failures = 0;
  let until = 0;
  return {
    login: async (state, body) => {
      if (state.now() < until) return refuse('rate_limited', { 'Retry-After': '1' });
      const outcome = await correct.login(state, body);
      if (isRefusal(outcome)) failures += 1;
      if (failures >= 6) {
        failures = 0;
        until = state.now() + 1_000;
      }
      return outcome;
    },
  };
}

/** Locks an account after some failures in a row, and then reports wrong credentials. */
function lockingAccounts(most: number): Partial<Behaviour> {
  const failures = new Map<string, number>();
  return {
    login: async (state, body) => {
      const name = state.behaviour.identityKey(body.identity);
      const count = failures.get(name) ?? 0;
      if (count >= most) return refuse('invalid_credentials');
      const outcome = await correct.login(state, body);
      failures.set(name, isRefusal(outcome) ? count + 1 : 0);
      return outcome;
    },
  };
}

function keyLimit(count: number): Partial<Behaviour> {
  return {
    generate: async (state, owner, ...request) => {
      const active = [...state.keys.values()].filter((key) => key.owner === owner && isActive(key));
      return active.length < count ? correct.generate(state, owner, ...request) : refuse('key_limit_reached');
    },
  };
}

/** The part of a profile for a server that limits logins. */
export const modest = { budget: { logins: 40, failures: 15 } };
const { account, secondAccount } = fixtures;
const run = { options: { profile: modest } };

export const rateLimitVariants: Variants = {
  '100 ms per response': {
    respond: async (state, request) => {
      await pause(100);
      return correct.respond(state, request);
    },
    run: { options: { only: ['tokens', 'usage', 'trace', 'envelope', 'headers'] } },
  },
  'a rate limit for failed logins': { ...rateLimiting(), run },
  'a rate limit with HTTP 200': { ...rateLimiting(), ...withHttp200, run },
  'accounts that are locked after five failures': { ...lockingAccounts(5), run },
  'a rate limit that never ends': {
    login: async (state, body) => {
      const outcome = await correct.login(state, body);
      return isRefusal(outcome) ? refuse('rate_limited', { 'Retry-After': '3600' }) : outcome;
    },
    run: { options: { profile: modest, maxTimeMs: 1_800_000 } },
  },
  // Servers of their own, because a server that gives this failure no code of its own hides the limit.
  'at most two keys, and accounts that are locked after ten failures': {
    ...keyLimit(2),
    ...lockingAccounts(10),
    run: {},
  },
  'at most one key, no MFA, and mfa_enabled false': {
    ...keyLimit(1),
    ...withLoginData({ mfa_enabled: false }),
    login: (state, { otp: _, ...body }) => correct.login(state, body),
    run: { options: { profile: { fixtures: { account, secondAccount } } } },
  },
  'only one account, no MFA, and no mfa_enabled': {
    ...withLoginData({ mfa_enabled: undefined }),
    run: { options: { profile: { fixtures: { account } } } },
  },
  'no account': { run: { options: { profile: { fixtures: {} } }, few: true } },
};
