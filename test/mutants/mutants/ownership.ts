import type { Account } from '../model/accounts.ts';
import { type Behaviour, isRefusal, type Key, type Outcome, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { withBarrier } from '../overrides.ts';

export const ownershipMutants: readonly Mutant[] = [
  ...mutants({
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
    "revocation/same-response-for-another-users-key: sends another response for another user's key": {
      revoke: async (state, owner, id) => {
        const key = state.keys.get(id);
        return key !== undefined && key.owner !== owner
          ? refuse('token_invalid')
          : correct.revoke(state, owner, id);
      },
    },
    'revocation/accepts-a-newer-token-of-the-owner: lets only the token that generated a key revoke it': {
      authenticate: (state, request) => {
        const owner = correct.authenticate(state, request);
        const token = request.header('authorization') ?? '';
        return isRefusal(owner) ? owner : accountOf(token, owner);
      },
    },
  }),
];

const accounts = new Map<string, Account>();

/** A separate account for each token. */
function accountOf(token: string, owner: Account): Account {
  const account = accounts.get(token) ?? { ...owner };
  accounts.set(token, account);
  return account;
}

/** Finds a key by only a part of its id. */
function finding(alike: (key: Key, given: string) => boolean): Partial<Behaviour> {
  return {
    findKey: (state, owner, id) =>
      correct.findKey(state, owner, id) ??
      [...state.keys.values()].find((key) => key.owner === owner && alike(key, id)),
  };
}

export const revocationMatchMutants: readonly Mutant[] = [
  ...mutants({
    'revocation/encoded-id-is-decoded: does not decode ids': { decodeId: (segment) => segment },
    'revocation/unknown-id-is-404: reports success for every id': {
      revoke: async (state, owner, id) => {
        const outcome = await correct.revoke(state, owner, id);
        return 'reason' in outcome ? { data: { message: 'API key revoked', id } } : outcome;
      },
    },
    'revocation/unknown-id-is-404: returns 400 for an unknown id': {
      revoke: async (state, owner, id) => {
        const outcome = await correct.revoke(state, owner, id);
        return 'reason' in outcome ? refuse('validation_failed') : outcome;
      },
    },
    'revocation/id-must-match-exactly: accepts a prefix of an id': finding(({ id }, given) =>
      id.startsWith(given),
    ),
    'revocation/id-must-match-exactly: reads an id as an SQL pattern': finding(({ id }, given) =>
      new RegExp(
        `^${given
          .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('%', '.*')
          .replaceAll('_', '.')}$`,
      ).test(id),
    ),
    'revocation/same-response-for-malformed-id: returns 400 for a malformed id': {
      revoke: async (state, owner, id) =>
        /^key_\w{22}$/.test(id) ? correct.revoke(state, owner, id) : refuse('validation_failed'),
    },
    'revocation/key-is-not-its-id: accepts the key as an id': finding(
      ({ secret }, given) => secret === given,
    ),
    'revocation/concurrent-requests-agree: returns a different time to each parallel request': withBarrier(
      (waitForOther) => ({
        markRevoked: async (state, key) => {
          if (key.revokedAt !== undefined) return;
          await waitForOther();
          key.revokedAt = Math.max(state.now(), (key.revokedAt ?? 0) + 1);
        },
      }),
    ),
    'revocation/concurrent-requests-agree: fails for the second of two parallel requests': withBarrier(
      (waitForOther) => ({
        markRevoked: async (state, key) => {
          if (key.revokedAt !== undefined) return;
          await waitForOther();
          if (key.revokedAt !== undefined) throw new Error('the row was changed by another');
          key.revokedAt = state.now();
        },
      }),
    ),
  }),
];
