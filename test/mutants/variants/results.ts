import { randomUUID } from 'node:crypto';
import { fixtures } from '../model/accounts.ts';
import { correct } from '../model/correct.ts';
import { type Freedoms, type Variant, variantsOf } from '../mutant.ts';
import { envelope, withKeyData, withLoginData, withRevocationData } from '../overrides.ts';

export const resultVariants: readonly Variant[] = [
  ...variantsOf(
    {
      'no MFA, and no mfa_enabled': withLoginData(({ mfa_enabled: _, ...data }) => data),
      'no MFA, and mfa_enabled false': {
        ...withLoginData((data) => ({ ...data, mfa_enabled: false })),
        login: (state, { otp: _, ...body }) => correct.login(state, body),
      },
    },
    {
      options: {
        profile: { fixtures: { account: fixtures.account, secondAccount: fixtures.secondAccount } },
      },
    },
  ),
];

export const resultFreedoms: Freedoms = {
  'more fields everywhere': {
    ...envelope((envelope) => ({
      ...envelope,
      version: 3,
      status: { ...Object(envelope.status), details: [] },
    })),
    ...withLoginData((data) => ({ ...data, roles: ['user'], refresh_after: 60 })),
    ...withKeyData((data) => ({ ...data, scopes: ['root'], owner: { id: 'usr_1' } })),
    ...withRevocationData((data) => ({ ...data, count: 1 })),
  },
  'only the fields without which nothing works': {
    ...withLoginData(({ access_token }) => ({ access_token })),
    ...withKeyData(({ api_key, id }) => ({ api_key, id })),
    ...withRevocationData(() => ({})),
  },
  'empty texts': {
    ...withLoginData((data) => ({ ...data, nickname: '' })),
    ...withKeyData((data) => ({ ...data, note: '' })),
    ...withRevocationData((data) => ({ ...data, message: '' })),
  },
  'an empty output and an empty usage': envelope((envelope) => ({ ...envelope, output: {}, usage: {} })),
  'values in other formats': {
    newToken: () => randomUUID(),
    traceId: () => randomUUID(),
    ...withLoginData((data) => ({
      ...data,
      me_id:
        String(10_000 + String(data.me_id).charCodeAt(5)) + Buffer.from(String(data.me_id)).readUInt32BE(8),
    })),
    newKey: (state, owner, description) => ({
      ...correct.newKey(state, owner, description),
      id: randomUUID(),
    }),
    ...withKeyData(({ key_prefix: _, ...data }) => ({ ...data, created_at: 5 })),
    ...withRevocationData((data) => ({
      ...data,
      revoked_at: String(data.revoked_at).replace(/\.\d+/, ''),
    })),
  },
  'the key quoted in the note': withKeyData((data) => ({ ...data, note: `Store ${data.api_key} now` })),
};
