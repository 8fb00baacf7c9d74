import { fixtures } from '../model/accounts.ts';
import { correct } from '../model/correct.ts';
import type { Variant } from '../mutant.ts';
import { envelope, withKeyData, withLoginData, withRevocationData } from '../overrides.ts';

const withoutMfa = {
  profile: { fixtures: { account: fixtures.account, secondAccount: fixtures.secondAccount } },
};

export const resultVariants: readonly Variant[] = [
  {
    name: 'more fields everywhere',
    overrides: {
      ...envelope((envelope) => ({
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
    name: 'only the fields without which nothing works',
    overrides: {
      ...withLoginData(({ access_token }) => ({ access_token })),
      ...withKeyData(({ api_key, id }) => ({ api_key, id })),
      ...withRevocationData(() => ({})),
    },
  },
  {
    name: 'empty texts',
    overrides: {
      ...withLoginData((data) => ({ ...data, nickname: '' })),
      ...withKeyData((data) => ({ ...data, note: '' })),
      ...withRevocationData((data) => ({ ...data, message: '' })),
    },
  },
  {
    name: 'an empty output and an empty usage',
    overrides: envelope((envelope) => ({ ...envelope, output: {}, usage: {} })),
  },
  {
    name: 'no MFA, and no mfa_enabled',
    overrides: withLoginData(({ mfa_enabled: _, ...data }) => data),
    options: withoutMfa,
  },
  {
    name: 'no MFA, and mfa_enabled false',
    overrides: {
      ...withLoginData((data) => ({ ...data, mfa_enabled: false })),
      login: (state, { otp: _, ...body }) => correct.login(state, body),
    },
    options: withoutMfa,
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
];
