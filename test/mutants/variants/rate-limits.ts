import { emptyProfile } from '../../../conformance/profile/profile.ts';
import { fixtures } from '../model/accounts.ts';
import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { isRefusal, refuse } from '../model/outcome.ts';
import type { Variant } from '../variant.ts';
import { changeFailures } from './variant-overrides.ts';

/** After some failed logins, or many requests of any kind, every login is refused for a second. */
function rateLimiting(): Partial<Behaviour> {
  let failures = 0;
  let until = 0;
  return {
    login: async (world, body) => {
      if (world.now() < until) return refuse('rate_limited', { 'Retry-After': '1' });
      const outcome = await correct.login(world, body);
      if (isRefusal(outcome)) failures += 1;
      if (failures >= 6) {
        failures = 0;
        until = world.now() + 1_000;
      }
      return outcome;
    },
  };
}

/** After some failures in a row an account is locked, and says no more than that the credentials are wrong. */
function lockingAccounts(most: number): Partial<Behaviour> {
  const failures = new Map<string, number>();
  return {
    login: async (world, body) => {
      const name = world.behaviour.identityKey(body.identity);
      const count = failures.get(name) ?? 0;
      if (count >= most) return refuse('invalid_credentials');
      const outcome = await correct.login(world, body);
      failures.set(name, isRefusal(outcome) ? count + 1 : 0);
      return outcome;
    },
  };
}

function keyLimit(count: number): Partial<Behaviour> {
  return {
    generate: async (world, owner, description) => {
      const active = [...world.keys.values()].filter(
        (key) => key.owner === owner && key.revokedAt === undefined,
      );
      return active.length < count
        ? correct.generate(world, owner, description)
        : refuse('key_limit_reached');
    },
  };
}

const modest = { budget: emptyProfile.budget };

export const rateLimitVariants: readonly Variant[] = [
  {
    name: '100 ms an answer',
    overrides: {
      respond: async (world, request) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return correct.respond(world, request);
      },
    },
    // Not all, for the time it takes.
    options: { only: ['tokens', 'usage', 'trace', 'envelope', 'headers'] },
  },
  { name: 'six keys at most', overrides: keyLimit(6) },
  { name: 'two keys at most', overrides: keyLimit(2) },
  { name: 'one key at most', overrides: keyLimit(1) },
  { name: 'a brake on failed logins', overrides: rateLimiting(), options: { profile: modest } },
  {
    name: 'a brake that is told with HTTP 200',
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
    name: 'a brake that never lets go',
    overrides: {
      login: async (world, body) => {
        const outcome = await correct.login(world, body);
        return isRefusal(outcome) ? refuse('rate_limited', { 'Retry-After': '3600' }) : outcome;
      },
    },
    // Less than it asks to wait.
    options: { profile: modest, maxTimeMs: 1_800_000 },
  },
  {
    name: 'accounts that are locked after five failures',
    overrides: lockingAccounts(5),
    options: { profile: modest },
  },
  { name: 'accounts that are locked after ten failures', overrides: lockingAccounts(10) },
  {
    name: 'one account only',
    overrides: {},
    options: { profile: { fixtures: { account: fixtures.account } } },
  },
  { name: 'no account at all', overrides: {}, options: { profile: { fixtures: {} } }, few: true },
  {
    name: 'a modest budget',
    overrides: {},
    options: { profile: modest },
  },
];
