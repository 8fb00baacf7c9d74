import type { Account } from '../model/accounts.ts';
import { correct } from '../model/correct.ts';
import { isRefusal, type Outcome, refuse } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withBarrier } from './barrier.ts';

export const ownershipMutants: readonly Mutant[] = [
  ...mutantsOf('revocation/another-user-is-rejected', {
    'lets every user revoke': { findKey: (world, _owner, id) => world.keys.get(id) },
    'lets every user repeat a revocation': {
      findKey: (world, owner, id) => {
        const key = world.keys.get(id);
        return key?.revokedAt === undefined ? correct.findKey(world, owner, id) : key;
      },
    },
    'sends the response of one request to all parallel requests for the same path': withBarrier(
      (waitForOther) => {
        const underWay = new Map<string, Promise<Outcome>>();
        return {
          revoke: async (world, owner, id) => {
            const outcome = underWay.get(id) ?? correct.revoke(world, owner, id);
            underWay.set(id, outcome);
            await waitForOther();
            underWay.delete(id);
            return outcome;
          },
        };
      },
    ),
  }),
  {
    name: 'rejects the request but revokes the key',
    killedBy: 'revocation/another-user-has-no-effect',
    isDecided: true,
    overrides: {
      findKey: (world, owner, id) => {
        const key = world.keys.get(id);
        if (key) key.revokedAt ??= world.now();
        return correct.findKey(world, owner, id);
      },
    },
  },
  ...mutantsOf('revocation/another-user-has-no-effect', {
    'rejects the request but deletes the key': {
      findKey: (world, owner, id) => {
        const key = correct.findKey(world, owner, id);
        if (key === undefined) world.keys.delete(id);
        return key;
      },
    },
  }),
  ...mutantsOf('revocation/same-response-for-another-users-key', {
    "sends another response for another user's key": {
      revoke: async (world, owner, id) => {
        const key = world.keys.get(id);
        return key !== undefined && key.owner !== owner
          ? refuse('token_invalid')
          : correct.revoke(world, owner, id);
      },
    },
  }),
  ...mutantsOf('revocation/accepts-a-newer-token-of-the-owner', {
    'lets only the token that generated a key revoke it': {
      authenticate: (world, request) => {
        const owner = correct.authenticate(world, request);
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
