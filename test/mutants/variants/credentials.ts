import { randomUUID } from 'node:crypto';
import { codeOf } from '../../../examples/implementations/node-http/totp.ts';
import { acceptingCodes, isActive, keysAsBearer, withKey } from '../credentials.ts';
import { type Behaviour, isRefusal } from '../model/behaviour.ts';
import { correct, stepAt } from '../model/correct.ts';
import type { Server, Variants } from '../mutant.ts';
import { envelope, headers, withKeyData, withLoginData } from '../overrides.ts';
import { modest } from './rate-limits.ts';

const tokensThatLive = (ms: number): Partial<Behaviour> => ({
  openSession: (state, account) => {
    const session = { ...correct.openSession(state, account), until: state.now() + ms };
    state.sessions.set(session.token, session);
    return session;
  },
});

const successForUnknownIds: Server = {
  revoke: async (state, owner, id) => {
    const outcome = await correct.revoke(state, owner, id);
    return isRefusal(outcome) ? { data: { message: 'API key revoked' } } : outcome;
  },
};

const oneIdForAllKeys: Server = {
  ...withKeyData(({ id }) => ({ id: 'acme-project', locator: id })),
  ...successForUnknownIds,
};

export const credentialVariants: Variants = {
  'a clock that is an hour fast': {
    matchStep: (state, { totpSecret = '' }, code) => {
      const now = stepAt(state.now() + 3_600_000);
      return [now + 1, now, now - 1].find((step) => codeOf(step, totpSecret) === code);
    },
    ...headers(({ Date: date }) => ({
      Date: new Date(Date.parse(String(date)) + 3_600_000).toUTCString(),
    })),
  },
  'codes of five steps': acceptingCodes(-2, -1, 0, 1, 2),

  'keys accepted as bearer tokens': keysAsBearer(isActive),
  'tokens in any letter case': {
    // Wherever a check changes one character, it meets an "a", for which "A" is no other character here.
    newToken: (state, account) =>
      'a'.repeat(120) + correct.newToken(state, account).toLowerCase() + 'a'.repeat(10),
    findSession: (state, token) => correct.findSession(state, token.toLowerCase()),
  },
  'tokens that live for twenty seconds': {
    ...tokensThatLive(20_000),
    ...withLoginData({ expires_in: undefined }),
  },
  'tokens that expire after three seconds': { ...tokensThatLive(3_000), ...withLoginData({ expires_in: 3 }) },

  'the id where the profile says, and a small budget': {
    ...withKeyData(({ id }) => ({ id: undefined, handle: id })),
    run: { options: { profile: { keyId: '/data/handle', ...modest } } },
  },
  'one id for all keys where the id of the key usually is': {
    ...oneIdForAllKeys,
    run: { options: { only: ['keys', 'revocation'] } },
  },
  'no id anywhere': {
    generateResult: (_state, { secret }) => ({ api_key: secret, note: 'Store it now.' }),
  },
  'the id in the output': envelope(({ data }) => {
    const { id, ...rest } = Object(data);
    const output = 'api_key' in rest ? { key: { reference: id } } : {};
    return data === undefined ? {} : { data: rest, output };
  }),
  'the id found by a key that stops working': { ...oneIdForAllKeys, ...keysAsBearer(isActive) },
  'ids that are the keys': {
    ...withKey(({ secret }) => ({ id: secret })),
    ...withKeyData({ id: undefined }),
  },
  'ids that are numbers': withKey((_key, count) => ({ id: String(1_000 + count) })),
  'ids with reserved characters': withKey(() => ({ id: `key/${randomUUID()}+=` })),
  'keys that contain their id': withKey(({ id, secret }) => ({ secret: `${id}.${secret}` })),
  'success for an unknown id': successForUnknownIds,
};
