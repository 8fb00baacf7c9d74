import { setTimeout as pause } from 'node:timers/promises';
import { correct } from '../model/correct.ts';
import { isRefusal } from '../model/outcome.ts';
import { randomString } from '../model/random-string.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withLoginData } from './overrides.ts';

// What a password hash takes, in steps that each take their turn: on a machine on which all is slow it is slow as well.
const aHash = { steps: 30, stepMs: 2 };

export const loginMutants: readonly Mutant[] = [
  ...mutantsOf('login/returns-a-token', {
    'the token under another name': withLoginData(({ access_token, ...data }) => ({
      ...data,
      token: access_token,
    })),
    'an empty token': withLoginData((data) => ({ ...data, access_token: '' })),
  }),
  ...mutantsOf('login/result-field-types', {
    'mfa_enabled as text': withLoginData((data) => ({ ...data, mfa_enabled: 'false' })),
    'me_id as a number': withLoginData((data) => ({ ...data, me_id: 7 })),
    'nickname null': withLoginData((data) => ({ ...data, nickname: null })),
  }),
  ...mutantsOf('login/result-is-complete', {
    'no nickname': withLoginData(({ nickname: _, ...data }) => data),
    'no mfa_enabled': withLoginData(({ mfa_enabled: _, ...data }) => data),
  }),
  ...mutantsOf('login/token-type-and-expiry', {
    'another token type': withLoginData((data) => ({ ...data, token_type: 'mac' })),
    'no expiry': withLoginData(({ expires_in: _, ...data }) => data),
    'the expiry as text': withLoginData((data) => ({ ...data, expires_in: '3600' })),
  }),
  ...mutantsOf('login/me-id-format', {
    'an id without prefix': withLoginData((data) => ({ ...data, me_id: String(data.me_id).slice(4) })),
  }),
  ...mutantsOf('login/me-id-is-stable', {
    'a new id at each login': withLoginData((data) => ({ ...data, me_id: `usr_${randomString(22)}` })),
  }),
  ...mutantsOf('login/me-id-is-unique', {
    'one id for all': withLoginData((data) => ({ ...data, me_id: 'usr_0000000000000000000001' })),
  }),
  ...mutantsOf('login/mfa-enabled-is-false', {
    'mfa_enabled always true': withLoginData((data) => ({ ...data, mfa_enabled: true })),
  }),
  ...mutantsOf('login/rejection-has-no-token', {
    'a token beside the refusal': {
      envelope: (world, outcome, request, latencyMs) => {
        const envelope = correct.envelope(world, outcome, request, latencyMs);
        if (!isRefusal(outcome)) return envelope;
        return { ...envelope, data: { access_token: `aat_${randomString(49)}` } };
      },
    },
  }),
  ...mutantsOf('login/wrong-password-is-401', {
    '404 for a wrong password': {
      login: async (world, body) => {
        const outcome = await correct.login(world, body);
        return isRefusal(outcome) ? { reason: 'not_found' } : outcome;
      },
    },
    'another reason': {
      login: async (world, body) => {
        const outcome = await correct.login(world, body);
        return isRefusal(outcome) ? { reason: 'otp_invalid' } : outcome;
      },
    },
  }),
  ...mutantsOf('login/same-response-for-unknown-identity', {
    'another reason for an unknown identity': {
      login: async (world, body) =>
        world.behaviour.findAccount(world, body.identity) === undefined
          ? { reason: 'key_not_found' }
          : correct.login(world, body),
    },
    'a header for known identities': {
      login: async (world, body) => {
        const outcome = await correct.login(world, body);
        const known = world.behaviour.findAccount(world, body.identity) !== undefined;
        return isRefusal(outcome) && known ? { ...outcome, headers: { 'X-Attempts-Left': '4' } } : outcome;
      },
    },
    'data for known identities': {
      login: async (world, body) => {
        const outcome = await correct.login(world, body);
        const known = world.behaviour.findAccount(world, body.identity) !== undefined;
        return isRefusal(outcome) && known ? { ...outcome, errors: [] } : outcome;
      },
    },
  }),
  ...mutantsOf('login/disabled-account-is-rejected', {
    'disabled accounts log in': {
      findAccount: (world, identity) => {
        const account = correct.findAccount(world, identity);
        return account && { ...account, disabled: false };
      },
    },
  }),
  ...mutantsOf('login/same-response-for-disabled-account', {
    'another reason for a disabled account': {
      login: async (world, body) =>
        world.behaviour.findAccount(world, body.identity)?.disabled === true
          ? { reason: 'token_invalid' }
          : correct.login(world, body),
    },
  }),
  ...mutantsOf('login/same-response-without-password', {
    'unknown identities are told first': {
      login: async (world, body) =>
        world.behaviour.findAccount(world, body.identity) === undefined
          ? { reason: 'invalid_credentials' }
          : correct.login(world, body),
    },
    'no password is a wrong one': {
      login: async (world, body) =>
        body.password === undefined ? { reason: 'invalid_credentials' } : correct.login(world, body),
    },
  }),
  ...mutantsOf('login/same-time-for-unknown-identity', {
    'only known identities cost a hash': {
      verifyPassword: async (world, account, password) => {
        for (let step = 0; account !== undefined && step < aHash.steps; step += 1) await pause(aHash.stepMs);
        return correct.verifyPassword(world, account, password);
      },
    },
  }),
];
