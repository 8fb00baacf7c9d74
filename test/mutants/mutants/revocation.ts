import { realClock } from '../../../conformance/engine/check.ts';
import { isActive, keysAsBearer } from '../credentials.ts';
import type { Account } from '../model/accounts.ts';
import {
  type Behaviour,
  isRefusal,
  type Key,
  type Outcome,
  refuse,
  type State,
} from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { each, type Mutants, type Server } from '../mutant.ts';
import { rejecting, withBarrier, withRevocationData } from '../overrides.ts';
import { sqlPattern } from './login-credentials.ts';

/** The active keys of the owner of this active key, oldest first. None for another id. */
function instead(state: State, owner: Account, id: string): readonly Key[] {
  const named = correct.findKey(state, owner, id);
  if (named === undefined || !isActive(named)) return [];
  return [...state.keys.values()].filter((key) => key.owner === owner && isActive(key));
}

const revokingAnother: Server = {
  findKey: (state, owner, id) => {
    const named = correct.findKey(state, owner, id);
    return instead(state, owner, id).findLast((key) => key !== named) ?? named;
  },
};

/** Finds a key by only a part of its id. */
function finding(alike: (key: Key, given: string) => boolean): Partial<Behaviour> {
  return {
    findKey: (state, owner, id) =>
      correct.findKey(state, owner, id) ??
      [...state.keys.values()].find((key) => key.owner === owner && alike(key, id)),
  };
}

/** Does something else in addition to a revocation. */
function revokingAnd(
  more: (state: State, id: string, wasRevoked: boolean) => void,
): Partial<Behaviour> {
  return {
    revoke: async (state, owner, id) => {
      const wasRevoked = state.keys.get(id)?.revokedAt !== undefined;
      const outcome = await correct.revoke(state, owner, id);
      more(state, id, wasRevoked);
      return outcome;
    },
  };
}

/** Marks a key as revoked only after a wait. */
const markingLate = (mark: (state: State, key: Key) => void): Partial<Behaviour> =>
  withBarrier((waitForOther) => ({
    markRevoked: async (state, key) => {
      if (key.revokedAt !== undefined) return;
      await waitForOther();
      mark(state, key);
    },
  }));

/** Does not store every third key that it generates. */
function losingKeys(): Partial<Behaviour> {
  let count = 0;
  return {
    newKey: (state, owner, description) => {
      const key = correct.newKey(state, owner, description);
      count += 1;
      // Once it is stored, and the response is on its way.
      if (count % 3 === 0) setImmediate(() => state.keys.delete(key.id));
      return key;
    },
  };
}

export const succeedingForEveryId: Partial<Behaviour> = {
  revoke: async (state, owner, id) => {
    const outcome = await correct.revoke(state, owner, id);
    return isRefusal(outcome) ? { data: { message: 'API key revoked', id } } : outcome;
  },
};

/** Rejects a key of another user, where the contract says that there is no such key. */
export const rejectingKeysOfOthers: Partial<Behaviour> = {
  revoke: async (state, owner, id) => {
    const key = state.keys.get(id);
    return key !== undefined && key.owner !== owner
      ? refuse('token_invalid')
      : correct.revoke(state, owner, id);
  },
};

const accounts = new Map<string, Account>();

/** A separate account for each token. */
function accountOf(token: string, owner: Account): Account {
  const account = accounts.get(token) ?? { ...owner };
  accounts.set(token, account);
  return account;
}

export const revocationMutants: Mutants = {
  'revocation/revokes-a-key: finds no key': {
    findKey: () => undefined,
    // Where the id is a guess, another id could explain it.
    run: { options: { profile: { keyId: '/data/id' } } },
  },
  'revocation/revokes-a-key: revokes with POST only': rejecting(
    ({ method }) => method === 'DELETE',
    'method_not_allowed',
    { Allow: 'POST' },
  ),
  'revocation/needs-no-body: requires a body': rejecting(
    ({ method, body }) => method === 'DELETE' && body.length === 0,
    'malformed_request',
  ),
  'revocation/result-is-complete: returns another message': withRevocationData({ message: 'Done' }),
  'revocation/result-is-complete: returns a local time': withRevocationData(({ revoked_at }) => ({
    revoked_at: String(revoked_at).replace('Z', ''),
  })),
  'revocation/repeat-succeeds: returns 404 the second time': {
    findKey: (state, owner, id) => {
      const key = correct.findKey(state, owner, id);
      return key?.revokedAt === undefined ? key : undefined;
    },
  },
  'revocation/repeat-succeeds: returns a new time each time': {
    markRevoked: async (state, key) => {
      key.revokedAt = Math.max(state.now(), (key.revokedAt ?? 0) + 1);
    },
  },
  'revocation/repeat-has-no-effect: deletes another key the second time': revokingAnd(
    ({ keys }, _id, wasRevoked) => {
      const next = [...keys.values()].find(isActive);
      if (wasRevoked && next) keys.delete(next.id);
    },
  ),
  'revocation/other-keys-stay-active: deletes all keys of the user': revokingAnd(({ keys }, id) => {
    for (const key of keys.values()) if (key.id !== id) keys.delete(key.id);
  }),
  'revocation/other-keys-stay-active: revokes the newest key instead, and no key twice': {
    findKey: (state, owner, id) => instead(state, owner, id).at(-1),
  },
  'revocation/other-keys-stay-active: revokes another key instead, where keys are bearer tokens': {
    ...keysAsBearer(isActive),
    ...revokingAnother,
  },
  'revocation/other-keys-stay-active: revokes another key instead': revokingAnother,
  'revocation/other-keys-stay-active: revokes all keys of the user': {
    markRevoked: async (state, key) => {
      for (const other of state.keys.values()) {
        if (other.owner === key.owner) other.revokedAt ??= state.now();
      }
    },
  },
  'revocation/other-keys-stay-active: also revokes the next key, of any user': {
    ...revokingAnd(({ keys }, id) => {
      const all = [...keys.values()];
      const next = all[all.findIndex((key) => key.id === id) + 1];
      if (next) keys.delete(next.id);
    }),
    run: { options: { only: ['keys', 'revocation'] } },
  },
  'revocation/keys-stay-until-revoked: loses every third key': {
    ...losingKeys(),
    // Which key is older shows only in time that passes.
    run: {
      options: {
        only: ['keys', 'revocation/keys-stay-until-revoked'],
        profile: { keyId: '/data/id' },
        clock: realClock,
      },
    },
  },
  'revocation/revoked-key-is-rejected: accepts a revoked key': keysAsBearer(() => true),
  'revocation/body-is-ignored: rejects a body': rejecting(
    ({ method, body }) => method === 'DELETE' && body.length > 0,
    'malformed_request',
  ),

  'revocation/another-user-is-rejected: lets every user revoke': {
    findKey: (state, _owner, id) => state.keys.get(id),
  },
  'revocation/another-user-is-rejected: lets every user repeat a revocation': {
    findKey: (state, owner, id) => {
      const key = state.keys.get(id);
      return key?.revokedAt === undefined ? correct.findKey(state, owner, id) : key;
    },
  },
  'revocation/another-user-is-rejected: sends the response of one request to all parallel requests for the same path':
    withBarrier((waitForOther) => {
      const underWay = new Map<string, Promise<Outcome>>();
      return {
        revoke: async (state, owner, id) => {
          const outcome = underWay.get(id) ?? correct.revoke(state, owner, id);
          underWay.set(id, outcome);
          await waitForOther();
          underWay.delete(id);
          return outcome;
        },
      };
    }),
  'revocation/another-user-has-no-effect: rejects the request but revokes the key': {
    findKey: (state, owner, id) => {
      const key = state.keys.get(id);
      if (key) key.revokedAt ??= state.now();
      return correct.findKey(state, owner, id);
    },
  },
  'revocation/another-user-has-no-effect: rejects the request but deletes the key': {
    findKey: (state, owner, id) => {
      const key = correct.findKey(state, owner, id);
      if (key === undefined) state.keys.delete(id);
      return key;
    },
  },
  "revocation/same-response-for-another-users-key: sends another response for another user's key":
    rejectingKeysOfOthers,
  'revocation/accepts-a-newer-token-of-the-owner: lets only the token that generated a key revoke it':
    {
      authenticate: (state, request) => {
        const owner = correct.authenticate(state, request);
        return isRefusal(owner) ? owner : accountOf(request.header('authorization') ?? '', owner);
      },
    },

  'revocation/encoded-id-is-decoded: does not decode ids': { decodeId: (segment) => segment },
  'revocation/unknown-id-is-404: reports success for every id': succeedingForEveryId,
  'revocation/same-response-for-malformed-id: returns 400 for a malformed id': {
    revoke: async (state, owner, id) =>
      /^key_\w{22}$/.test(id) ? correct.revoke(state, owner, id) : refuse('validation_failed'),
  },
  ...each(finding, {
    'revocation/id-must-match-exactly: accepts a prefix of an id': ({ id }, given) =>
      id.startsWith(given),
    'revocation/id-must-match-exactly: reads an id as an SQL pattern': ({ id }, given) =>
      sqlPattern(given).test(id),
    'revocation/key-is-not-its-id: accepts the key as an id': ({ secret }, given) =>
      secret === given,
  }),
  'revocation/concurrent-requests-agree: returns a different time to each parallel request':
    markingLate((state, key) => {
      key.revokedAt = Math.max(state.now(), (key.revokedAt ?? 0) + 1);
    }),
  'revocation/concurrent-requests-agree: fails for the second of two parallel requests':
    markingLate((state, key) => {
      if (key.revokedAt !== undefined) throw new Error('the row was changed by another');
      key.revokedAt = state.now();
    }),
};
