import { fixtures } from '../model/accounts.ts';
import { type Behaviour, isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Variant } from '../mutant.ts';
import { changeFailures } from '../overrides.ts';

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
      const active = [...state.keys.values()].filter(
        (key) => key.owner === owner && key.revokedAt === undefined,
      );
      return active.length < count ? correct.generate(state, owner, ...request) : refuse('key_limit_reached');
    },
  };
}

const modest = { budget: { logins: 40, failures: 15 } };

export const rateLimitVariants: readonly Variant[] = [
  {
    name: '100 ms per response',
    overrides: {
      respond: async (state, request) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return correct.respond(state, request);
      },
    },
    // Not all checks, because of the time they take.
    options: { only: ['tokens', 'usage', 'trace', 'envelope', 'headers'] },
  },
  { name: 'at most six keys', overrides: keyLimit(6) },
  { name: 'at most two keys', overrides: keyLimit(2) },
  { name: 'at most one key', overrides: keyLimit(1) },
  { name: 'a rate limit for failed logins', overrides: rateLimiting(), options: { profile: modest } },
  {
    name: 'a rate limit with HTTP 200',
    overrides: {
      ...rateLimiting(),
      ...changeFailures(
        (status) => status,
        () => 200,
      ),
    },
    options: { profile: modest },
  },
  {
    name: 'a rate limit that never ends',
    overrides: {
      login: async (state, body) => {
        const outcome = await correct.login(state, body);
        return isRefusal(outcome) ? refuse('rate_limited', { 'Retry-After': '3600' }) : outcome;
      },
    },
    // Less than the wait that the server requests.
    options: { profile: modest, maxTimeMs: 1_800_000 },
  },
  {
    name: 'accounts that are locked after five failures',
    overrides: lockingAccounts(5),
    options: { profile: modest },
  },
  { name: 'accounts that are locked after ten failures', overrides: lockingAccounts(10) },
  {
    name: 'only one account',
    overrides: {},
    options: { profile: { fixtures: { account: fixtures.account } } },
  },
  { name: 'no account', overrides: {}, options: { profile: { fixtures: {} } }, few: true },
  {
    name: 'a small budget',
    overrides: {},
    options: { profile: modest },
  },
];
