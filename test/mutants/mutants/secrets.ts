import { withKey } from '../credentials.ts';
import { isRefusal } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Mutants } from '../mutant.ts';
import {
  headers,
  succeeded,
  withKeyData,
  withLoginData,
  withRevocationData,
} from '../overrides.ts';

export const secretMutants: Mutants = {
  'secrets/key-only-in-its-generate-response: returns every earlier key with a key': {
    generateResult: (state, key) => ({
      ...correct.generateResult(state, key),
      keys: [...state.keys.values()].map(({ secret }) => secret),
    }),
    run: {
      options: { only: ['secrets/key-only-in-its-generate-response', 'keys/keys-are-unique'] },
    },
  },
  'secrets/key-only-in-its-generate-response: quotes the key in its note': {
    ...withKeyData(({ api_key }) => ({ note: `Store ${api_key} now` })),
    run: { isDecided: true },
  },
  'secrets/key-only-in-its-generate-response: uses the key as its id and returns it': {
    ...withKey(({ secret }) => ({ id: secret })),
    run: { isDecided: true },
  },
  'secrets/key-only-in-its-generate-response: returns the key when it is revoked':
    withRevocationData((_data, { secret }) => ({ revoked: secret })),
  'secrets/key-only-in-its-generate-response: sends the key also in a header': headers(
    (_headers, outcome): Record<string, string> =>
      'data' in outcome && outcome.data.api_key ? { 'X-Key': String(outcome.data.api_key) } : {},
    succeeded,
  ),
  'secrets/token-only-in-its-login-response: returns the token with every key': headers(
    (_headers, _outcome, request) => ({ 'X-Token': request?.header('authorization') ?? 'none' }),
  ),
  'secrets/no-part-of-a-secret: returns the key as api_key when it is revoked': withRevocationData(
    (_data, { secret }) => ({ api_key: secret }),
  ),
  'secrets/no-part-of-a-secret: masks only the last four characters of a key': withRevocationData(
    (_data, { secret }) => ({ masked: `${secret.slice(0, -4)}****` }),
  ),
  'secrets/no-part-of-a-secret: returns the middle of a key in a text': withRevocationData(
    (_data, { secret }) => ({ message: `Revoked ...${secret.slice(14, 30)}...` }),
  ),
  'secrets/no-part-of-a-secret: sends a part of the token in a header': headers(
    (_headers, _outcome, request) => ({
      'X-Session': request?.header('authorization')?.slice(-20) ?? 'none',
    }),
  ),
  'secrets/password-is-never-returned: returns the password': withLoginData((_data, { owner }) => ({
    account: { password: owner.password },
  })),
  'secrets/second-factor-is-never-returned: returns the TOTP secret': withLoginData(
    (_data, { owner }) => ({
      totp: owner.totpSecret,
    }),
  ),
  'secrets/credentials-are-not-echoed: returns a wrong password': {
    login: async (state, body) => {
      const outcome = await correct.login(state, body);
      const tried = { 'X-Tried': encodeURIComponent(body.password ?? '') };
      return isRefusal(outcome) ? { ...outcome, headers: tried } : outcome;
    },
  },
};
