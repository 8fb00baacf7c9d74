import type { Behaviour, Key } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { withKeyData, withRejectedLogin, withReply } from '../overrides.ts';

/** Returns something about a key when it is revoked. */
const showing = (shown: (key: Key) => object): Partial<Behaviour> => ({
  revokeResult: (state, key) => ({ ...correct.revokeResult(state, key), ...shown(key) }),
});

export const secretMutants: readonly Mutant[] = [
  ...mutants(
    {
      'secrets/key-only-in-its-generate-response: returns every earlier key with a key': {
        generateResult: (state, key) => ({
          ...correct.generateResult(state, key),
          keys: [...state.keys.values()].map(({ secret }) => secret),
        }),
      },
    },
    { options: { only: ['secrets/key-only-in-its-generate-response', 'keys/keys-are-unique'] } },
  ),
  ...mutants(
    {
      'secrets/key-only-in-its-generate-response: quotes the key in its note': withKeyData((data) => ({
        ...data,
        note: `Store ${data.api_key} now`,
      })),
      'secrets/key-only-in-its-generate-response: uses the key as its id and returns it': {
        newKey: (state, owner, description) => {
          const key = correct.newKey(state, owner, description);
          return { ...key, id: key.secret };
        },
      },
    },
    { isDecided: true },
  ),
  ...mutants({
    'secrets/key-only-in-its-generate-response: returns the key when it is revoked': showing(
      ({ secret }) => ({ revoked: secret }),
    ),
    'secrets/key-only-in-its-generate-response: sends the key also in a header': {
      headers: (state, outcome, request) => ({
        ...correct.headers(state, outcome, request),
        ...('data' in outcome && outcome.data.api_key ? { 'X-Key': String(outcome.data.api_key) } : {}),
      }),
    },
    'secrets/token-only-in-its-login-response: returns the token with every key': withReply(
      (reply, _outcome, request) => ({
        ...reply,
        headers: { ...reply.headers, 'X-Token': request?.header('authorization') ?? 'none' },
      }),
    ),
    'secrets/no-part-of-a-secret: returns the key as api_key when it is revoked': showing(({ secret }) => ({
      api_key: secret,
    })),
    'secrets/no-part-of-a-secret: masks only the last four characters of a key': showing(({ secret }) => ({
      masked: `${secret.slice(0, -4)}****`,
    })),
    'secrets/no-part-of-a-secret: returns the end of a key when it is revoked': showing(({ secret }) => ({
      ends_with: secret.slice(-12),
    })),
    'secrets/no-part-of-a-secret: returns the middle of a key in a text': showing(({ secret }) => ({
      message: `Revoked ...${secret.slice(14, 30)}...`,
    })),
    'secrets/no-part-of-a-secret: sends a part of the token in a header': {
      headers: (state, outcome, request) => ({
        ...correct.headers(state, outcome, request),
        'X-Session': request?.header('authorization')?.slice(-20) ?? 'none',
      }),
    },
    'secrets/password-is-never-returned: returns the password': {
      loginResult: (state, session) => ({
        ...correct.loginResult(state, session),
        account: { password: session.owner.password },
      }),
    },
    'secrets/second-factor-is-never-returned: returns the TOTP secret': {
      loginResult: (state, session) => ({
        ...correct.loginResult(state, session),
        totp: session.owner.totpSecret,
      }),
    },
    'secrets/credentials-are-not-echoed: returns a wrong password': withRejectedLogin(
      (refusal, _state, { password = '' }) => ({
        ...refusal,
        headers: { 'X-Tried': encodeURIComponent(password) },
      }),
    ),
  }),
];
