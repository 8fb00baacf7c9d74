import { createHash } from 'node:crypto';
import type { Behaviour, Key } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { keysAsBearer, withKeyData } from '../overrides.ts';

function withKey(change: (key: Key, count: number) => Partial<Key>): Partial<Behaviour> {
  let count = 0;
  return {
    newKey: (state, owner, description) => {
      const key = correct.newKey(state, owner, description);
      count += 1;
      return { ...key, ...change(key, count) };
    },
  };
}

function keysCountedByOwner(): Partial<Behaviour> {
  const counts = new Map<string, number>();
  return withKey(({ owner }) => {
    const count = (counts.get(owner.id) ?? 0) + 1;
    counts.set(owner.id, count);
    return { secret: `aak_${createHash('sha256').update(String(count)).digest('hex')}` };
  });
}

export const keyMutants: readonly Mutant[] = [
  ...mutants({
    'keys/returns-a-key: returns the key under another name': withKeyData(({ api_key, ...data }) => ({
      ...data,
      key: api_key,
    })),
    'keys/result-is-complete: returns no time': withKeyData(({ created_at: _, ...data }) => data),
    'keys/result-is-complete: returns an empty note': withKeyData((data) => ({ ...data, note: '' })),
    'keys/returns-the-key-id: returns no id': withKeyData(({ id: _, ...data }) => data),
    'keys/key-format: returns a key in another format': withKey(() => ({ secret: crypto.randomUUID() })),
    'keys/key-format: returns an id in another format': withKey(() => ({ id: crypto.randomUUID() })),
    'keys/key-prefix: returns the end of the key as its prefix': withKeyData((data) => ({
      ...data,
      key_prefix: String(data.api_key).slice(-12),
    })),
    'keys/creation-time: returns a local time': withKeyData((data) => ({
      ...data,
      created_at: String(data.created_at).replace('Z', ''),
    })),
    'keys/creation-time: returns a time two hours ahead': withKeyData((data) => ({
      ...data,
      created_at: new Date(Date.now() + 7_200_000).toISOString(),
    })),
    'keys/later-key-has-a-later-time: counts time down': withKeyData((data) => ({
      ...data,
      created_at: new Date(2 * Date.UTC(2026, 0, 1, 12) - Date.parse(String(data.created_at))).toISOString(),
    })),
    'keys/revoked-id-is-not-used-again: uses the lowest free number as the id': {
      newKey: (state, owner, description) => {
        let number = 1;
        const idOf = () => `key_${String(number).padStart(22, '0')}`;
        while (state.keys.has(idOf()) && state.keys.get(idOf())?.revokedAt === undefined) number += 1;
        return { ...correct.newKey(state, owner, description), id: idOf() };
      },
    },
    'keys/id-does-not-contain-the-key: returns the key as the id': withKey(({ secret }) => ({ id: secret })),
    'keys/key-is-not-a-bearer-token: accepts a key as a token': keysAsBearer(() => true),
    'keys/key-as-bearer-is-401: returns 404 for a key as bearer token': {
      authenticate: (state, request) =>
        request.header('authorization')?.includes('aak_')
          ? { reason: 'not_found' }
          : correct.authenticate(state, request),
    },
    'keys/keys-are-unique: returns the same key twice': withKey((_key, count) => ({
      secret: `aak_${String(Math.floor(count / 2)).padStart(49, '7')}`,
    })),
    'keys/keys-are-unique: returns the same keys to each user': keysCountedByOwner(),
    'keys/keys-are-unique: repeats its response to an equal request without a header': {
      idempotencyKeyOf: (request) => correct.idempotencyKeyOf(request) ?? request.body.toString(),
    },
    'keys/ids-are-unique: uses an id for two keys': withKey((_key, count) => ({
      id: `key_${String(Math.floor(count / 2)).padStart(22, '0')}`,
    })),
  }),
  ...mutants(
    {
      'keys/ids-are-unique: returns one id for all keys, where the profile says': withKeyData((data) => ({
        ...data,
        ref: 'k1',
      })),
    },
    { options: { profile: { keyId: '/data/ref' } } },
  ),
  ...mutants({
    'keys/keys-are-unpredictable: counts keys up': withKey((_key, count) => ({
      secret: `aak_${String(count).padStart(49, '0')}`,
    })),
    'keys/keys-are-unpredictable: uses times as keys': withKey((_key, count) => ({
      secret: `aak_${String(process.hrtime.bigint() + BigInt(count)).padStart(49, '0')}`,
    })),
    'keys/keys-contain-no-known-text: returns a key that contains the identity': withKey(
      ({ owner }, count) => ({
        secret: `aak_${Buffer.from(`${owner.identity}:${count}:${Math.random()}`).toString('base64url')}`,
      }),
    ),
  }),
];
