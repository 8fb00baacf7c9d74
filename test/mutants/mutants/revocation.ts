import type { Account } from '../model/accounts.ts';
import type { Behaviour, Key, World } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { refuse } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withRevocationData } from './overrides.ts';

/** Accepts keys as bearer tokens, which a server may do. */
function keysAsBearer(accepted: (key: Key) => boolean): Partial<Behaviour> {
  return {
    findSession: (world, given) => {
      const key = [...world.keys.values()].find(({ secret }) => secret === given);
      if (key === undefined) return correct.findSession(world, given);
      return accepted(key) ? { token: given, owner: key.owner, until: Number.POSITIVE_INFINITY } : undefined;
    },
  };
}

/** The active keys of the owner of this active key, oldest first. None for another id. */
function instead(world: World, owner: Account, id: string): readonly Key[] {
  if (correct.findKey(world, owner, id)?.revokedAt !== undefined) return [];
  if (correct.findKey(world, owner, id) === undefined) return [];
  return [...world.keys.values()].filter((key) => key.owner === owner && key.revokedAt === undefined);
}

export const revocationMutants: readonly Mutant[] = [
  // Where the id is a guess, another id could explain these.
  ...mutantsOf(
    'revocation/revokes-a-key',
    {
      'finds no key': { findKey: () => undefined },
      'has no revocation': { revoke: async () => refuse('not_found') },
      'requires a body with the id': {
        respond: async (world, request) =>
          request.method === 'DELETE' && request.body.length === 0
            ? refuse('malformed_request')
            : correct.respond(world, request),
      },
    },
    { profile: { keyId: '/data/id' } },
  ),
  ...mutantsOf('revocation/revokes-a-key', {
    'revokes with POST only': {
      route: (world, request) =>
        request.method === 'DELETE'
          ? refuse('method_not_allowed', { Allow: 'POST' })
          : correct.route(world, request),
    },
    'rejects every token': {
      respond: async (world, request) =>
        request.method === 'DELETE' ? refuse('token_invalid') : correct.respond(world, request),
    },
  }),
  ...mutantsOf('revocation/result-is-complete', {
    'returns another message': withRevocationData((data) => ({ ...data, message: 'Done' })),
    'returns no id': withRevocationData(({ id: _, ...data }) => data),
    'returns no time': withRevocationData(({ revoked_at: _, ...data }) => data),
    'returns a local time': withRevocationData((data) => ({
      ...data,
      revoked_at: String(data.revoked_at).replace('Z', ''),
    })),
  }),
  ...mutantsOf('revocation/repeat-succeeds', {
    'returns 404 the second time': {
      findKey: (world, owner, id) => {
        const key = correct.findKey(world, owner, id);
        return key?.revokedAt === undefined ? key : undefined;
      },
    },
    'returns a new time each time': {
      markRevoked: async (world, key) => {
        key.revokedAt = Math.max(world.now(), (key.revokedAt ?? 0) + 1);
      },
    },
  }),
  ...mutantsOf('revocation/repeat-has-no-effect', {
    'deletes another key the second time': {
      revoke: async (world, owner, id) => {
        const again = world.keys.get(id)?.revokedAt !== undefined;
        const outcome = await correct.revoke(world, owner, id);
        const next = [...world.keys.values()].find(({ revokedAt }) => revokedAt === undefined);
        if (again && next) world.keys.delete(next.id);
        return outcome;
      },
    },
  }),
  ...mutantsOf('revocation/other-keys-stay-active', {
    'deletes all keys of the user': {
      revoke: async (world, owner, id) => {
        const outcome = await correct.revoke(world, owner, id);
        for (const key of world.keys.values()) if (key.id !== id) world.keys.delete(key.id);
        return outcome;
      },
    },
    'revokes the newest key instead, and no key twice': {
      findKey: (world, owner, id) => instead(world, owner, id).at(-1),
    },
    'revokes the oldest key instead, and no key twice': {
      findKey: (world, owner, id) => instead(world, owner, id)[0],
    },
    'revokes another key instead, where keys are bearer tokens': {
      ...keysAsBearer(({ revokedAt }) => revokedAt === undefined),
      findKey: (world, owner, id) => {
        const named = correct.findKey(world, owner, id);
        return instead(world, owner, id).findLast((key) => key !== named) ?? named;
      },
    },
  }),
  {
    name: 'revokes another key instead',
    killedBy: 'revocation/other-keys-stay-active',
    isDecided: true,
    overrides: {
      findKey: (world, owner, id) => {
        const named = correct.findKey(world, owner, id);
        return instead(world, owner, id).findLast((key) => key !== named) ?? named;
      },
    },
  },
  {
    name: 'revokes all keys of the user',
    killedBy: 'revocation/other-keys-stay-active',
    isDecided: true,
    overrides: {
      markRevoked: async (world, key) => {
        for (const other of world.keys.values()) {
          if (other.owner === key.owner) other.revokedAt ??= world.now();
        }
      },
    },
  },
  ...mutantsOf('revocation/revoked-key-is-rejected', {
    'accepts a revoked key': keysAsBearer(() => true),
    'accepts only a revoked key': keysAsBearer(({ revokedAt }) => revokedAt !== undefined),
  }),
  ...mutantsOf('revocation/body-is-ignored', {
    'rejects a body': {
      respond: async (world, request) =>
        request.method === 'DELETE' && request.body.length > 0
          ? refuse('malformed_request')
          : correct.respond(world, request),
    },
  }),
];
