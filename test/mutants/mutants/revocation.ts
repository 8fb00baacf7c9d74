import type { Behaviour, Key } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { refuse } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withBarrier } from './barrier.ts';
import { withRevocationData } from './overrides.ts';

/** Finds a key by something less than its id. */
function finding(alike: (key: Key, given: string) => boolean): Partial<Behaviour> {
  return {
    findKey: (world, owner, id) =>
      correct.findKey(world, owner, id) ??
      [...world.keys.values()].find((key) => key.owner === owner && alike(key, id)),
  };
}

/** Accepts keys as bearer tokens, as it may. */
function keysAsBearer(accepted: (key: Key) => boolean): Partial<Behaviour> {
  return {
    findSession: (world, given) => {
      const key = [...world.keys.values()].find(({ secret }) => secret === given);
      if (key === undefined) return correct.findSession(world, given);
      return accepted(key) ? { token: given, owner: key.owner, until: Number.POSITIVE_INFINITY } : undefined;
    },
  };
}

export const revocationMutants: readonly Mutant[] = [
  ...mutantsOf('revocation/revokes-a-key', {
    'no key is found': { findKey: () => undefined },
    'revocation is not there': { revoke: async () => refuse('not_found') },
  }),
  ...mutantsOf('revocation/message-is-a-string', {
    'the message as a list': withRevocationData((data) => ({ ...data, message: ['API key revoked'] })),
    'the message true': withRevocationData((data) => ({ ...data, message: true })),
  }),
  ...mutantsOf('revocation/result-is-complete', {
    'another message': withRevocationData((data) => ({ ...data, message: 'Done' })),
    'no id': withRevocationData(({ id: _, ...data }) => data),
    'no time': withRevocationData(({ revoked_at: _, ...data }) => data),
    'a local time': withRevocationData((data) => ({
      ...data,
      revoked_at: String(data.revoked_at).replace('Z', ''),
    })),
  }),
  ...mutantsOf('revocation/repeat-succeeds', {
    '404 the second time': {
      findKey: (world, owner, id) => {
        const key = correct.findKey(world, owner, id);
        return key?.revokedAt === undefined ? key : undefined;
      },
    },
    'a new time each time': {
      markRevoked: async (world, key) => {
        key.revokedAt = Math.max(world.now(), (key.revokedAt ?? 0) + 1);
      },
    },
  }),
  ...mutantsOf('revocation/repeat-has-no-effect', {
    'the second time takes another key': {
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
    'all keys of the user are deleted': {
      revoke: async (world, owner, id) => {
        const outcome = await correct.revoke(world, owner, id);
        for (const key of world.keys.values()) if (key.id !== id) world.keys.delete(key.id);
        return outcome;
      },
    },
    'all keys of the user are revoked': {
      markRevoked: async (world, key) => {
        for (const other of world.keys.values()) {
          if (other.owner === key.owner) other.revokedAt ??= world.now();
        }
      },
    },
  }),
  ...mutantsOf('revocation/revoked-key-is-rejected', {
    'a revoked key opens': keysAsBearer(() => true),
    'only a revoked key opens': keysAsBearer(({ revokedAt }) => revokedAt !== undefined),
  }),
  ...mutantsOf('revocation/body-is-ignored', {
    'a body is refused': {
      respond: async (world, request) =>
        request.method === 'DELETE' && request.body.length > 0
          ? refuse('malformed_request')
          : correct.respond(world, request),
    },
  }),
  ...mutantsOf('revocation/encoded-id-is-decoded', {
    'ids are not decoded': { decodeId: (segment) => segment },
    'only lower hexadecimal digits are decoded': {
      decodeId: (segment) => (/%[0-9]?[A-F]/.test(segment) ? segment : correct.decodeId(segment)),
    },
  }),
  ...mutantsOf('revocation/unknown-id-is-404', {
    'every id is revoked': {
      revoke: async (world, owner, id) => {
        const outcome = await correct.revoke(world, owner, id);
        return 'reason' in outcome ? { data: { message: 'API key revoked', id } } : outcome;
      },
    },
    '400 for an unknown id': {
      revoke: async (world, owner, id) => {
        const outcome = await correct.revoke(world, owner, id);
        return 'reason' in outcome ? refuse('validation_failed') : outcome;
      },
    },
  }),
  ...mutantsOf('revocation/id-must-match-exactly', {
    'a prefix of an id will do': finding(({ id }, given) => id.startsWith(given)),
    'what begins with an id will do': finding(({ id }, given) => given.startsWith(id)),
    'case does not count': finding(({ id }, given) => id.toLowerCase() === given.toLowerCase()),
    'blanks are trimmed': finding(({ id }, given) => id === given.trim()),
    'an id is a pattern of SQL': finding(({ id }, given) =>
      new RegExp(
        `^${given
          .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('%', '.*')
          .replaceAll('_', '.')}$`,
      ).test(id),
    ),
    'an id is run as SQL': finding((_key, given) => given.includes("' OR '1'='1")),
  }),
  ...mutantsOf('revocation/same-response-for-malformed-id', {
    '400 for a malformed id': {
      revoke: async (world, owner, id) =>
        /^key_\w{22}$/.test(id) ? correct.revoke(world, owner, id) : refuse('validation_failed'),
    },
    'keys are members of an object': {
      findKey: (world, owner, id) => {
        const key = Object.fromEntries(world.keys)[id];
        if (key !== undefined && key.owner.id === '') return undefined;
        return key?.owner === owner ? key : undefined;
      },
    },
  }),
  ...mutantsOf('revocation/key-is-not-its-id', {
    'the key is an id too': finding(({ secret }, given) => secret === given),
  }),
  ...mutantsOf('revocation/another-user-is-rejected', {
    'anybody revokes': { findKey: (world, _owner, id) => world.keys.get(id) },
  }),
  ...mutantsOf('revocation/another-user-has-no-effect', {
    'refused, but revoked': {
      findKey: (world, owner, id) => {
        const key = world.keys.get(id);
        if (key) key.revokedAt ??= world.now();
        return correct.findKey(world, owner, id);
      },
    },
    'refused, but deleted': {
      findKey: (world, owner, id) => {
        const key = correct.findKey(world, owner, id);
        if (key === undefined) world.keys.delete(id);
        return key;
      },
    },
  }),
  ...mutantsOf('revocation/same-response-for-another-users-key', {
    "another answer for somebody else's key": {
      revoke: async (world, owner, id) => {
        const key = world.keys.get(id);
        return key !== undefined && key.owner !== owner
          ? refuse('token_invalid')
          : correct.revoke(world, owner, id);
      },
    },
  }),
  ...mutantsOf('revocation/concurrent-requests-agree', {
    'each at once has its own time': withBarrier((waitForOther) => ({
      markRevoked: async (world, key) => {
        if (key.revokedAt !== undefined) return;
        await waitForOther();
        key.revokedAt = Math.max(world.now(), (key.revokedAt ?? 0) + 1);
      },
    })),
    'the second at once is an error': withBarrier((waitForOther) => ({
      markRevoked: async (world, key) => {
        if (key.revokedAt !== undefined) return;
        await waitForOther();
        if (key.revokedAt !== undefined) throw new Error('the row was changed by another');
        key.revokedAt = world.now();
      },
    })),
    'all at once get in their way': withBarrier((waitForOther) => ({
      markRevoked: async (world, key) => {
        if (key.revokedAt !== undefined) throw new Error('the row is locked');
        key.revokedAt = world.now();
        await waitForOther();
      },
    })),
  }),
];
