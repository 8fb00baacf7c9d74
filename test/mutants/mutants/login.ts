import { setTimeout as pause } from 'node:timers/promises';
import { type Account, randomString } from '../model/accounts.ts';
import {
  type Behaviour,
  isRefusal,
  type Outcome,
  type Refusal,
  type Reply,
  refuse,
} from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Mutants } from '../mutant.ts';
import {
  envelope,
  failed,
  rejecting,
  renaming,
  status,
  succeeded,
  withLoginData,
} from '../overrides.ts';

// The duration of a password hash, in several steps, so that it grows on a slow machine as everything else does.
const aHash = { steps: 30, stepMs: 2 };

/** Changes the rejection of a login to an account. */
function forKnownIdentities(change: (reply: Reply) => Partial<Reply>): Partial<Behaviour> {
  return {
    reply: (state, outcome, request, latencyMs) => {
      const reply = correct.reply(state, outcome, request, latencyMs);
      const { identity } = Object(Object(request && correct.readJson(request.body)).value);
      const isKnown =
        typeof identity === 'string' && correct.findAccount(state, identity) !== undefined;
      return isKnown && isRefusal(outcome) ? { ...reply, ...change(reply) } : reply;
    },
  };
}

/** Rejects some logins before the password is verified. */
function rejectingLogins(
  which: (account: Account | undefined, password: string | undefined) => boolean,
  reason: Refusal['reason'],
): Partial<Behaviour> {
  return {
    login: async (state, body) =>
      which(state.behaviour.findAccount(state, body.identity), body.password)
        ? refuse(reason)
        : correct.login(state, body),
  };
}

/** Opens a session before the password is verified, and sends its token somewhere in the rejection. */
function rejectingWithToken(
  place: (token: string) => { readonly data?: object; readonly headers?: Record<string, string> },
): Partial<Behaviour> {
  const tokens = new WeakMap<Outcome, string>();
  return {
    login: async (state, body) => {
      const account = state.behaviour.findAccount(state, body.identity);
      const outcome = await correct.login(state, body);
      if (account === undefined || !isRefusal(outcome)) return outcome;
      const { token } = state.behaviour.openSession(state, account);
      const { headers = {} } = place(token);
      const refusal = { ...outcome, headers };
      tokens.set(refusal, token);
      return refusal;
    },
    envelope: (state, outcome, ...others) => {
      const token = tokens.get(outcome);
      const { data } = token === undefined ? {} : place(token);
      return { ...correct.envelope(state, outcome, ...others), ...(data && { data }) };
    },
  };
}

export const loginMutants: Mutants = {
  'login/returns-a-token: returns the token under another name': withLoginData(
    ({ access_token }) => ({
      access_token: undefined,
      token: access_token,
    }),
  ),
  'login/returns-a-token: returns an empty token': withLoginData({ access_token: '' }),
  'login/returns-a-token: returns the code 0 with success': status({ code: 0 }, succeeded),
  'login/needs-no-authorization-header: requires an Authorization header': rejecting(
    ({ path, header }) => path === '/v1/auth/login' && header('authorization') === undefined,
    'token_missing',
  ),
  'login/needs-no-authorization-header: requires the credentials of a client': rejecting(
    ({ path }) => path === '/v1/auth/login',
    'invalid_credentials',
    { 'WWW-Authenticate': 'Basic realm="clients"' },
  ),
  'login/result-is-complete: returns no nickname': withLoginData({ nickname: undefined }),
  'login/token-type-and-expiry: returns another token type': withLoginData({ token_type: 'mac' }),
  'login/token-type-and-expiry: returns no expiry': withLoginData({ expires_in: undefined }),
  'login/me-id-format: returns an id without its prefix': withLoginData(({ me_id }) => ({
    me_id: String(me_id).slice(4),
  })),
  'login/me-id-is-stable: returns a new id at each login': {
    ...withLoginData(() => ({ me_id: `usr_${randomString(22)}` })),
    run: {
      options: {
        only: [
          'login/me-id-is-stable',
          'login/me-id-is-unique',
          'tokens/users-have-different-tokens',
        ],
      },
    },
  },
  'login/me-id-is-unique: returns the same id for all users': withLoginData({
    me_id: 'usr_0000000000000000000001',
  }),
  'login/mfa-enabled-is-false: always returns mfa_enabled true': withLoginData({
    mfa_enabled: true,
  }),
  'login/rejection-has-no-token: returns a token with the rejection': envelope(
    { data: { access_token: `aat_${randomString(49)}` } },
    failed,
  ),
  'login/rejection-has-no-token: returns a token that works with a rejection': rejectingWithToken(
    (token) => ({ data: { session: { token } } }),
  ),
  'login/rejection-has-no-token: sends a cookie with a token that works with a rejection':
    rejectingWithToken((token) => ({ headers: { 'Set-Cookie': `session=${token}; HttpOnly` } })),
  'login/wrong-password-is-401: returns another reason': renaming({
    invalid_credentials: 'otp_invalid',
  }),
  'login/same-response-for-unknown-identity: returns another reason for an unknown identity':
    rejectingLogins((account) => account === undefined, 'key_not_found'),
  'login/same-response-for-unknown-identity: sends a header for known identities':
    forKnownIdentities((reply) => ({ headers: { ...reply.headers, 'X-Attempts-Left': '4' } })),
  'login/same-response-for-unknown-identity: sends headers in another order for known identities':
    forKnownIdentities((reply) => ({
      headers: Object.fromEntries(Object.entries(reply.headers).reverse()),
    })),
  'login/same-response-for-unknown-identity: sends a space in the JSON for known identities':
    forKnownIdentities(({ body }) => ({ body: String(body).replace(',', ', ') })),
  'login/disabled-account-is-rejected: accepts logins of disabled accounts': {
    findAccount: (state, identity) => {
      const account = correct.findAccount(state, identity);
      return account && { ...account, disabled: false };
    },
  },
  'login/same-response-for-disabled-account: returns another reason for a disabled account':
    rejectingLogins((account) => account?.disabled === true, 'token_invalid'),
  'login/same-response-for-wrong-password-of-disabled-account: says first that the account is disabled':
    rejectingLogins((account) => account?.disabled === true, 'token_invalid'),
  'login/same-response-without-password: reports an unknown identity first': rejectingLogins(
    (account) => account === undefined,
    'invalid_credentials',
  ),
  'login/same-response-without-password: treats a missing password as a wrong one': rejectingLogins(
    (_account, password) => password === undefined,
    'invalid_credentials',
  ),
  'login/same-time-for-unknown-identity: hashes passwords only for known identities': {
    verifyPassword: async (state, account, password) => {
      for (let step = 0; account !== undefined && step < aHash.steps; step += 1)
        await pause(aHash.stepMs);
      return correct.verifyPassword(state, account, password);
    },
  },
};
