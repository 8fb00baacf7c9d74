import { randomUUID } from 'node:crypto';
import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { isRefusal } from '../model/outcome.ts';
import { ignoringIdempotencyKeys } from '../mutants/idempotency.ts';
import { withKeyData } from '../mutants/overrides.ts';
import type { Variant } from '../variant.ts';
import { counter, withFailureCodes } from './variant-overrides.ts';

/** Returns this status for a second revocation. */
function revokedBefore(status: number): Partial<Behaviour> {
  const gone: Partial<Behaviour> = {
    findKey: (world, owner, id) => {
      const key = correct.findKey(world, owner, id);
      return key?.revokedAt === undefined ? key : undefined;
    },
  };
  return { ...gone, ...withFailureCodes({ key_not_found: status }) };
}

function withOtherIds(id: () => string): Partial<Behaviour> {
  return {
    newKey: (world, owner, description) => ({ ...correct.newKey(world, owner, description), id: id() }),
  };
}

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
  { name: 'ids that are UUIDs', overrides: withOtherIds(randomUUID) },
  { name: 'ids that are numbers', overrides: withOtherIds(counter()) },
  { name: 'ids with reserved characters', overrides: withOtherIds(() => `key/${randomUUID()}+=`) },
  {
    name: 'keys that contain their id',
    overrides: {
      newKey: (world, owner, description) => {
        const key = correct.newKey(world, owner, description);
        return { ...key, secret: `${key.id}.${key.secret}` };
      },
    },
  },
  { name: 'no Idempotency-Key', overrides: ignoringIdempotencyKeys },
  {
    name: 'success for an unknown id',
    overrides: {
      revoke: async (world, owner, id) => {
        const outcome = await correct.revoke(world, owner, id);
        return isRefusal(outcome) ? { data: { message: 'API key revoked' } } : outcome;
      },
    },
  },
  { name: '404 for the second revocation', overrides: revokedBefore(404) },
  { name: '409 for the second revocation', overrides: revokedBefore(409) },
  { name: '410 for the second revocation', overrides: revokedBefore(410) },
];
