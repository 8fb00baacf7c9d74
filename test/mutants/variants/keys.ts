import { randomUUID } from 'node:crypto';
import { type Behaviour, isRefusal } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Freedoms, type Variant, variantsOf } from '../mutant.ts';
import { counter, envelope, isActive, keysAsBearer, withFailureCodes, withKeyData } from '../overrides.ts';

/** Returns this status for a second revocation. */
function revokedBefore(status: number): Partial<Behaviour> {
  const gone: Partial<Behaviour> = {
    findKey: (state, owner, id) => {
      const key = correct.findKey(state, owner, id);
      return key?.revokedAt === undefined ? key : undefined;
    },
  };
  return { ...gone, ...withFailureCodes({ key_not_found: status }) };
}

function withOtherIds(id: () => string): Partial<Behaviour> {
  return {
    newKey: (state, owner, description) => ({ ...correct.newKey(state, owner, description), id: id() }),
  };
}

const successForUnknownIds: Partial<Behaviour> = {
  revoke: async (state, owner, id) => {
    const outcome = await correct.revoke(state, owner, id);
    return isRefusal(outcome) ? { data: { message: 'API key revoked' } } : outcome;
  },
};

const oneIdForAllKeys: Partial<Behaviour> = {
  ...withKeyData(({ id, ...data }) => ({ id: 'acme-project', ...data, locator: id })),
  ...successForUnknownIds,
};

export const keyVariants: readonly Variant[] = [
  ...variantsOf(
    {
      'the id where the profile says': withKeyData(({ id, ...data }) => ({ ...data, handle: id })),
    },
    { options: { profile: { keyId: '/data/handle' } } },
  ),
  ...variantsOf(
    {
      'one id for all keys where the id of the key usually is': oneIdForAllKeys,
    },
    { options: { only: ['keys', 'revocation'] } },
  ),
];

export const keyFreedoms: Freedoms = {
  'no id anywhere': withKeyData(({ api_key, note }) => ({ api_key, note })),
  'the id as key_id': withKeyData(({ id, ...data }) => ({ ...data, key_id: id })),
  'the id in the output': envelope(({ data, ...envelope }) => {
    const { id, ...rest } = Object(data);
    const output = 'api_key' in rest ? { key: { reference: id } } : {};
    return data === undefined ? envelope : { ...envelope, data: rest, output };
  }),
  'the id under an unusual name, next to the ids of other things': withKeyData(({ id, ...data }) => ({
    id: randomUUID(),
    uid: 'usr_1',
    ...data,
    credential: { label: 'one', locator: id },
  })),
  'the id found by a key that stops working': { ...oneIdForAllKeys, ...keysAsBearer(isActive) },
  'ids that are the keys': {
    newKey: (state, owner, description) => {
      const key = correct.newKey(state, owner, description);
      return { ...key, id: key.secret };
    },
    ...withKeyData(({ id: _, ...data }) => data),
  },
  'ids of revoked keys given to new keys': {
    newKey: (state, owner, description) => {
      const used = (id: string) => state.keys.get(id)?.revokedAt === undefined && state.keys.has(id);
      const ids = Array.from({ length: 200 }, (_, at) => String(at + 1));
      const id = ids.find((one) => !used(one)) ?? '';
      return { ...correct.newKey(state, owner, description), id };
    },
  },
  'ids that are numbers': withOtherIds(counter()),
  'ids with reserved characters': withOtherIds(() => `key/${randomUUID()}+=`),
  'keys that contain their id': {
    newKey: (state, owner, description) => {
      const key = correct.newKey(state, owner, description);
      return { ...key, secret: `${key.id}.${key.secret}` };
    },
  },
  'success for an unknown id': successForUnknownIds,
  '409 for the second revocation': revokedBefore(409),
  '410 for the second revocation': revokedBefore(410),
};
