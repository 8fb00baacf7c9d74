import { hash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { acceptingCodes, isActive, keysAsBearer, withKey } from '../credentials.ts';
import { fixtures } from '../model/accounts.ts';
import { type Behaviour, isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Server, Variants } from '../mutant.ts';
import { succeedingForEveryId } from '../mutants/revocation.ts';
import { envelope, headers, withFailureCodes, withKeyData, withLoginData } from '../overrides.ts';
import { withHttp200 } from './responses.ts';

const tokensThatLive = (ms: number): Partial<Behaviour> => ({
  openSession: (state, account) => {
    const session = { ...correct.openSession(state, account), until: state.now() + ms };
    state.sessions.set(session.token, session);
    return session;
  },
});

const oneIdForAllKeys: Server = {
  ...withKeyData(({ id }) => ({ id: 'acme-project', locator: id })),
  ...succeedingForEveryId,
};

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
      return active.length < count
        ? correct.generate(state, owner, ...request)
        : refuse('key_limit_reached');
    },
  };
}

/** Ends the oldest key of a user to make room for a new one. */
function endingOldestKeys(most: number): Partial<Behaviour> {
  return {
    generate: async (state, owner, ...request) => {
      const active = [...state.keys.values()].filter((key) => key.owner === owner && isActive(key));
      const [oldest] = active;
      if (oldest && active.length >= most) state.keys.delete(oldest.id);
      return correct.generate(state, owner, ...request);
    },
  };
}

const modest = { budget: { logins: 40, failures: 15 } };
const { account, secondAccount } = fixtures;
const run = { options: { profile: modest } };

/** Legal readings of what logs in, what a login gives, and how often. */
export const credentialVariants: Variants = {
  // First, because some of them wait while the others run.
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
  'at most 16 keys': { ...keyLimit(16), run: {} },
  'at most 25 keys, rejected with HTTP 403': {
    ...keyLimit(25),
    ...withFailureCodes({ key_limit_reached: 403 }),
    run: {},
  },
  'at most 16 keys, of which the next one ends the oldest': { ...endingOldestKeys(16), run: {} },
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

  'a clock that is an hour fast': {
    ...acceptingCodes(121, 120, 119),
    ...headers(({ Date: date }) => ({
      Date: new Date(Date.parse(String(date)) + 3_600_000).toUTCString(),
    })),
  },
  'codes of five steps': acceptingCodes(-2, -1, 0, 1, 2),

  'keys accepted as bearer tokens': keysAsBearer(isActive),
  'tokens that are hashes of random bytes': {
    newToken: () => hash('sha256', randomUUID()),
    run: {},
  },
  'tokens in any letter case': {
    // Wherever a check changes one character, it meets an "a", for which "A" is no other character here.
    newToken: (state, account) =>
      'a'.repeat(120) + correct.newToken(state, account).toLowerCase() + 'a'.repeat(10),
    findSession: (state, token) => correct.findSession(state, token.toLowerCase()),
  },
  'at most two tokens, of which the next one ends the oldest': {
    openSession: (state, account) => {
      const session = correct.openSession(state, account);
      const own = [...state.sessions.values()].filter(({ owner }) => owner === account);
      for (const { token } of own.slice(0, -2)) state.sessions.delete(token);
      return session;
    },
    run: { options: { strict: true, only: ['login', 'tokens'] } },
  },
  'tokens that live for twenty seconds': {
    ...tokensThatLive(20_000),
    ...withLoginData({ expires_in: undefined }),
  },
  'tokens that expire after three seconds': {
    ...tokensThatLive(3_000),
    ...withLoginData({ expires_in: 3 }),
  },

  'the id where the profile says, and a small budget': {
    ...withKeyData(({ id }) => ({ id: undefined, handle: id })),
    run: { options: { profile: { keyId: '/data/handle', ...modest } } },
  },
  'one id for all keys where the id of the key usually is': {
    ...oneIdForAllKeys,
    run: { options: { only: ['keys', 'revocation'] } },
  },
  'no id anywhere': {
    generateResult: (_state, { secret }) => ({ api_key: secret, note: 'Store it now.' }),
  },
  'the id in the output': envelope(({ data }) => {
    const { id, ...rest } = Object(data);
    const output = 'api_key' in rest ? { key: { reference: id } } : {};
    return data === undefined ? {} : { data: rest, output };
  }),
  'the id found by a key that stops working': { ...oneIdForAllKeys, ...keysAsBearer(isActive) },
  'ids that are the keys': {
    ...withKey(({ secret }) => ({ id: secret })),
    ...withKeyData({ id: undefined }),
  },
  'ids that are numbers': withKey((_key, count) => ({ id: String(1_000 + count) })),
  'ids with reserved characters': withKey(() => ({ id: `key/${randomUUID()}+=` })),
  'keys that contain their id': withKey(({ id, secret }) => ({ secret: `${id}.${secret}` })),
  'success for an unknown id': succeedingForEveryId,
};
