import { withKeyData, withLoginData, withRevocationData } from '../mutants/overrides.ts';
import type { Variant } from '../variant.ts';
import { changeEnvelope } from './variant-overrides.ts';

export const resultVariants: readonly Variant[] = [
  {
    name: 'more fields everywhere',
    overrides: {
      ...changeEnvelope((envelope) => ({
        ...envelope,
        version: 3,
        status: { ...Object(envelope.status), details: [] },
      })),
      ...withLoginData((data) => ({ ...data, roles: ['user'], refresh_after: 60 })),
      ...withKeyData((data) => ({ ...data, scopes: ['root'], owner: { id: 'usr_1' } })),
      ...withRevocationData((data) => ({ ...data, count: 1 })),
    },
  },
  {
    name: 'only the fields of the interface description',
    overrides: {
      ...withLoginData(({ access_token, me_id, mfa_enabled, nickname }) => ({
        access_token,
        me_id,
        mfa_enabled,
        nickname,
      })),
      ...withKeyData(({ api_key, note, id }) => ({ api_key, note, id })),
      ...withRevocationData(({ message }) => ({ message })),
    },
  },
  {
    name: 'me_id that is a number in a string',
    overrides: withLoginData((data) => ({
      ...data,
      me_id:
        String(10_000 + String(data.me_id).charCodeAt(5)) + Buffer.from(String(data.me_id)).readUInt32BE(8),
    })),
  },
  {
    name: 'revocation times in whole seconds',
    overrides: withRevocationData((data) => ({
      ...data,
      revoked_at: String(data.revoked_at).replace(/\.\d+/, ''),
    })),
    options: { only: ['revocation'] },
  },
  {
    name: 'the key quoted in the note',
    overrides: withKeyData((data) => ({ ...data, note: `Store ${data.api_key} now` })),
  },
  { name: 'an empty nickname', overrides: withLoginData((data) => ({ ...data, nickname: '' })) },
];
