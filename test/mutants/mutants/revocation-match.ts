import type { Behaviour, Key } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { refuse } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withBarrier } from './barrier.ts';

/** Finds a key by only a part of its id. */
function finding(alike: (key: Key, given: string) => boolean): Partial<Behaviour> {
  return {
    findKey: (world, owner, id) =>
      correct.findKey(world, owner, id) ??
      [...world.keys.values()].find((key) => key.owner === owner && alike(key, id)),
  };
}

export const revocationMatchMutants: readonly Mutant[] = [
  ...mutantsOf('revocation/encoded-id-is-decoded', {
    'does not decode ids': { decodeId: (segment) => segment },
    'decodes only lower-case hexadecimal digits': {
      decodeId: (segment) => (/%[0-9]?[A-F]/.test(segment) ? segment : correct.decodeId(segment)),
    },
  }),
  ...mutantsOf('revocation/unknown-id-is-404', {
    'reports success for every id': {
      revoke: async (world, owner, id) => {
        const outcome = await correct.revoke(world, owner, id);
        return 'reason' in outcome ? { data: { message: 'API key revoked', id } } : outcome;
      },
    },
    'returns 400 for an unknown id': {
      revoke: async (world, owner, id) => {
        const outcome = await correct.revoke(world, owner, id);
        return 'reason' in outcome ? refuse('validation_failed') : outcome;
      },
    },
  }),
  ...mutantsOf('revocation/id-must-match-exactly', {
    'accepts a prefix of an id': finding(({ id }, given) => id.startsWith(given)),
    'accepts text that starts with an id': finding(({ id }, given) => given.startsWith(id)),
    'ignores the case': finding(({ id }, given) => id.toLowerCase() === given.toLowerCase()),
    'trims spaces': finding(({ id }, given) => id === given.trim()),
    'reads an id as an SQL pattern': finding(({ id }, given) =>
      new RegExp(
        `^${given
          .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('%', '.*')
          .replaceAll('_', '.')}$`,
      ).test(id),
    ),
    'runs an id as SQL': finding((_key, given) => given.includes("' OR '1'='1")),
  }),
  ...mutantsOf('revocation/same-response-for-malformed-id', {
    'returns 400 for a malformed id': {
      revoke: async (world, owner, id) =>
        /^key_\w{22}$/.test(id) ? correct.revoke(world, owner, id) : refuse('validation_failed'),
    },
    'looks keys up as properties of an object': {
      findKey: (world, owner, id) => {
        const key = Object.fromEntries(world.keys)[id];
        if (key !== undefined && key.owner.id === '') return undefined;
        return key?.owner === owner ? key : undefined;
      },
    },
  }),
  ...mutantsOf('revocation/key-is-not-its-id', {
    'accepts the key as an id': finding(({ secret }, given) => secret === given),
  }),
  ...mutantsOf('revocation/concurrent-requests-agree', {
    'returns a different time to each parallel request': withBarrier((waitForOther) => ({
      markRevoked: async (world, key) => {
        if (key.revokedAt !== undefined) return;
        await waitForOther();
        key.revokedAt = Math.max(world.now(), (key.revokedAt ?? 0) + 1);
      },
    })),
    'fails for the second of two parallel requests': withBarrier((waitForOther) => ({
      markRevoked: async (world, key) => {
        if (key.revokedAt !== undefined) return;
        await waitForOther();
        if (key.revokedAt !== undefined) throw new Error('the row was changed by another');
        key.revokedAt = world.now();
      },
    })),
    'fails for all parallel requests but one': withBarrier((waitForOther) => ({
      markRevoked: async (world, key) => {
        if (key.revokedAt !== undefined) throw new Error('the row is locked');
        key.revokedAt = world.now();
        await waitForOther();
      },
    })),
  }),
];
