import type { Account } from '../model/accounts.ts';
import { type Key, refuse, type State } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { isActive, keysAsBearer, withRevocationData } from '../overrides.ts';

/** The active keys of the owner of this active key, oldest first. None for another id. */
function instead(state: State, owner: Account, id: string): readonly Key[] {
  if (correct.findKey(state, owner, id)?.revokedAt !== undefined) return [];
  if (correct.findKey(state, owner, id) === undefined) return [];
  return [...state.keys.values()].filter((key) => key.owner === owner && key.revokedAt === undefined);
}

export const revocationMutants: readonly Mutant[] = [
  // Where the id is a guess, another id could explain these.
  ...mutants(
    {
      'revocation/revokes-a-key: finds no key': { findKey: () => undefined },
    },
    { options: { profile: { keyId: '/data/id' } } },
  ),
  ...mutants({
    'revocation/revokes-a-key: revokes with POST only': {
      route: (state, request) =>
        request.method === 'DELETE'
          ? refuse('method_not_allowed', { Allow: 'POST' })
          : correct.route(state, request),
    },
    'revocation/result-is-complete: returns another message': withRevocationData((data) => ({
      ...data,
      message: 'Done',
    })),
    'revocation/result-is-complete: returns a local time': withRevocationData((data) => ({
      ...data,
      revoked_at: String(data.revoked_at).replace('Z', ''),
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
    'revocation/repeat-has-no-effect: deletes another key the second time': {
      revoke: async (state, owner, id) => {
        const again = state.keys.get(id)?.revokedAt !== undefined;
        const outcome = await correct.revoke(state, owner, id);
        const next = [...state.keys.values()].find(({ revokedAt }) => revokedAt === undefined);
        if (again && next) state.keys.delete(next.id);
        return outcome;
      },
    },
    'revocation/other-keys-stay-active: deletes all keys of the user': {
      revoke: async (state, owner, id) => {
        const outcome = await correct.revoke(state, owner, id);
        for (const key of state.keys.values()) if (key.id !== id) state.keys.delete(key.id);
        return outcome;
      },
    },
    'revocation/other-keys-stay-active: revokes the newest key instead, and no key twice': {
      findKey: (state, owner, id) => instead(state, owner, id).at(-1),
    },
    'revocation/other-keys-stay-active: revokes another key instead, where keys are bearer tokens': {
      ...keysAsBearer(isActive),
      findKey: (state, owner, id) => {
        const named = correct.findKey(state, owner, id);
        return instead(state, owner, id).findLast((key) => key !== named) ?? named;
      },
    },
    'revocation/other-keys-stay-active: revokes another key instead': {
      findKey: (state, owner, id) => {
        const named = correct.findKey(state, owner, id);
        return instead(state, owner, id).findLast((key) => key !== named) ?? named;
      },
    },
    'revocation/other-keys-stay-active: revokes all keys of the user': {
      markRevoked: async (state, key) => {
        for (const other of state.keys.values()) {
          if (other.owner === key.owner) other.revokedAt ??= state.now();
        }
      },
    },
    'revocation/revoked-key-is-rejected: accepts a revoked key': keysAsBearer(() => true),
    'revocation/revoked-key-is-rejected: accepts only a revoked key': keysAsBearer((key) => !isActive(key)),
    'revocation/body-is-ignored: rejects a body': {
      respond: async (state, request) =>
        request.method === 'DELETE' && request.body.length > 0
          ? refuse('malformed_request')
          : correct.respond(state, request),
    },
  }),
];
