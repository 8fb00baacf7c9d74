import type { Behaviour } from '../model/behaviour.ts';
import { isRefusal } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { envelope } from './altered-response.ts';
import { withOtherTraffic } from './other-traffic.ts';
import { withKeyData, withLoginData, withRevocationData } from './overrides.ts';

/** Sends a success without `data` when it has this field. */
function withoutData(field: string): Partial<Behaviour> {
  return envelope((whole, outcome) => {
    if (isRefusal(outcome) || !(field in outcome.data)) return whole;
    const { data: _, ...rest } = whole;
    return rest;
  });
}

const plainMutants: readonly Mutant[] = [
  ...mutantsOf('login/success-has-data', { 'logs in without data': withoutData('me_id') }),
  ...mutantsOf('keys/success-has-data', { 'generates a key without data': withoutData('api_key') }),
  ...mutantsOf('revocation/success-has-data', { 'revokes a key without data': withoutData('revoked_at') }),
  ...mutantsOf('login/access-token-is-a-string', {
    'returns the token as an object': withLoginData((data) => ({
      ...data,
      access_token: { value: data.access_token },
    })),
    'returns the token as null': withLoginData((data) => ({ ...data, access_token: null })),
  }),
  ...mutantsOf('login/me-id-is-a-string', {
    'returns me_id as a number': withLoginData((data) => ({ ...data, me_id: 7 })),
    'returns me_id as null': withLoginData((data) => ({ ...data, me_id: null })),
  }),
  ...mutantsOf('login/mfa-enabled-is-a-boolean', {
    'returns mfa_enabled as null': withLoginData((data) => ({ ...data, mfa_enabled: null })),
    'returns mfa_enabled as a string': withLoginData((data) => ({ ...data, mfa_enabled: 'false' })),
    'returns mfa_enabled as a number with a one-time code only': withLoginData((data) => ({
      ...data,
      mfa_enabled: data.mfa_enabled === true ? 1 : false,
    })),
  }),
  ...mutantsOf('login/nickname-is-a-string', {
    'returns nickname as null': withLoginData((data) => ({ ...data, nickname: null })),
    'returns nickname as a list': withLoginData((data) => ({ ...data, nickname: [data.nickname] })),
  }),
  ...mutantsOf('keys/api-key-is-a-string', {
    'returns the key in a list': withKeyData((data) => ({ ...data, api_key: [data.api_key] })),
    'returns the key as null': withKeyData((data) => ({ ...data, api_key: null })),
  }),
  ...mutantsOf('keys/note-is-a-string', {
    'returns the note as a list': withKeyData((data) => ({ ...data, note: ['shown once'] })),
    'returns the note as null': withKeyData((data) => ({ ...data, note: null })),
  }),
  ...mutantsOf('revocation/message-is-a-string', {
    'returns the message as a list': withRevocationData((data) => ({
      ...data,
      message: ['API key revoked'],
    })),
    'returns true as the message': withRevocationData((data) => ({ ...data, message: true })),
    'returns the message as null': withRevocationData((data) => ({ ...data, message: null })),
  }),
];

export const resultMutants = plainMutants.map(withOtherTraffic);
