import { randomUUID } from 'node:crypto';
import { type Behaviour, isRefusal } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Variant } from '../mutant.ts';
import { ignoringIdempotencyKeys } from '../mutants/idempotency.ts';
import { counter, envelope, withFailureCodes, withKeyData } from '../overrides.ts';
import { keysAsBearer } from './codes.ts';

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

export const keyVariants: readonly Variant[] = [
  {
    name: 'no id anywhere',
    overrides: withKeyData(({ api_key, note }) => ({ api_key, note })),
  },
  { name: 'the id as key_id', overrides: withKeyData(({ id, ...data }) => ({ ...data, key_id: id })) },
  {
    name: 'the id in its own object',
    overrides: withKeyData(({ id, ...data }) => ({ ...data, key_info: { id } })),
  },
  {
    name: 'the id where the profile says',
    overrides: withKeyData(({ id, ...data }) => ({ ...data, handle: id })),
    options: { profile: { keyId: '/data/handle' } },
  },
  {
    name: 'the id in the output',
    overrides: envelope(({ data, ...envelope }) => {
      const { id, ...rest } = Object(data);
      const output = 'api_key' in rest ? { key: { reference: id } } : {};
      return data === undefined ? envelope : { ...envelope, data: rest, output };
    }),
  },
  {
    name: 'the id under an unusual name, next to the ids of other things',
    overrides: withKeyData(({ id, ...data }) => ({
      id: randomUUID(),
      uid: 'usr_1',
      ...data,
      credential: { label: 'one', locator: id },
    })),
  },
  {
    name: 'one id for all keys where the id of the key usually is',
    overrides: {
      ...withKeyData(({ id, ...data }) => ({ id: 'acme-project', ...data, locator: id })),
      ...successForUnknownIds,
    },
    // Its keys are not revoked, so that all checks would generate more than a user may have.
    options: { only: ['keys', 'revocation'] },
  },
  {
    name: 'the id found by a key that stops working',
    overrides: {
      ...withKeyData(({ id, ...data }) => ({ id: 'acme-project', ...data, locator: id })),
      ...successForUnknownIds,
      ...keysAsBearer,
    },
  },
  {
    name: 'ids that are the keys',
    overrides: {
      newKey: (state, owner, description) => {
        const key = correct.newKey(state, owner, description);
        return { ...key, id: key.secret };
      },
      ...withKeyData(({ id: _, ...data }) => data),
    },
  },
  {
    name: 'ids of revoked keys given to new keys',
    overrides: {
      newKey: (state, owner, description) => {
        const used = (id: string) => state.keys.get(id)?.revokedAt === undefined && state.keys.has(id);
        const ids = Array.from({ length: 200 }, (_, at) => String(at + 1));
        const id = ids.find((one) => !used(one)) ?? '';
        return { ...correct.newKey(state, owner, description), id };
      },
    },
  },
  { name: 'ids that are UUIDs', overrides: withOtherIds(randomUUID) },
  { name: 'ids that are numbers', overrides: withOtherIds(counter()) },
  { name: 'ids with reserved characters', overrides: withOtherIds(() => `key/${randomUUID()}+=`) },
  {
    name: 'keys that contain their id',
    overrides: {
      newKey: (state, owner, description) => {
        const key = correct.newKey(state, owner, description);
        return { ...key, secret: `${key.id}.${key.secret}` };
      },
    },
  },
  { name: 'no Idempotency-Key', overrides: ignoringIdempotencyKeys },
  { name: 'success for an unknown id', overrides: successForUnknownIds },
  { name: '404 for the second revocation', overrides: revokedBefore(404) },
  { name: '409 for the second revocation', overrides: revokedBefore(409) },
  { name: '410 for the second revocation', overrides: revokedBefore(410) },
];
