import { setTimeout as pause } from 'node:timers/promises';
import { randomString } from '../model/accounts.ts';
import { type Behaviour, isRefusal, type Refusal, type Reply, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { status, withLoginData, withRejectedLogin } from '../overrides.ts';

// The duration of a password hash, in several steps, so that it grows on a slow machine as everything else does.
const aHash = { steps: 30, stepMs: 2 };

/** Rejects every login whose `Authorization` header the rule does not accept. */
function requiringHeader(rule: (value: string | undefined) => Refusal | undefined): Partial<Behaviour> {
  return {
    respond: async (state, request) =>
      (request.path === '/v1/auth/login' ? rule(request.header('authorization')) : undefined) ??
      correct.respond(state, request),
  };
}

/** Changes the rejection of a login to an account. */
function forKnownIdentities(change: (reply: Reply) => Reply): Partial<Behaviour> {
  return {
    reply: (state, outcome, request, latencyMs) => {
      const reply = correct.reply(state, outcome, request, latencyMs);
      const body = Object(request && correct.readJson(request.body)).value;
      const { identity } = Object(body);
      const isKnown = typeof identity === 'string' && correct.findAccount(state, identity) !== undefined;
      return isKnown && isRefusal(outcome) ? change(reply) : reply;
    },
  };
}

export const loginMutants: readonly Mutant[] = [
  ...mutants({
    'login/returns-a-token: returns the token under another name': withLoginData(
      ({ access_token, ...data }) => ({
        ...data,
        token: access_token,
      }),
    ),
    'login/returns-a-token: returns an empty token': withLoginData((data) => ({ ...data, access_token: '' })),
    'login/returns-a-token: returns the code 0 with success': status((own, outcome) =>
      isRefusal(outcome) ? own : { ...own, code: 0 },
    ),
    'login/needs-no-authorization-header: requires an Authorization header': requiringHeader((value) =>
      value === undefined ? refuse('token_missing') : undefined,
    ),
    'login/needs-no-authorization-header: requires the credentials of a client': requiringHeader(() => ({
      ...refuse('invalid_credentials'),
      headers: { 'WWW-Authenticate': 'Basic realm="clients"' },
    })),
    'login/result-is-complete: returns no nickname': withLoginData(({ nickname: _, ...data }) => data),
    'login/token-type-and-expiry: returns another token type': withLoginData((data) => ({
      ...data,
      token_type: 'mac',
    })),
    'login/token-type-and-expiry: returns no expiry': withLoginData(({ expires_in: _, ...data }) => data),
    'login/me-id-format: returns an id without its prefix': withLoginData((data) => ({
      ...data,
      me_id: String(data.me_id).slice(4),
    })),
  }),
  ...mutants(
    {
      'login/me-id-is-stable: returns a new id at each login': withLoginData((data) => ({
        ...data,
        me_id: `usr_${randomString(22)}`,
      })),
      'login/me-id-is-stable: returns a new id at each login of the second account': {
        loginResult: (state, session) => ({
          ...correct.loginResult(state, session),
          ...(session.owner.nickname === 'Ken' && { me_id: `usr_${randomString(22)}` }),
        }),
      },
    },
    {
      options: {
        only: ['login/me-id-is-stable', 'login/me-id-is-unique', 'tokens/users-have-different-tokens'],
      },
    },
  ),
  ...mutants({
    'login/me-id-is-unique: returns the same id for all users': withLoginData((data) => ({
      ...data,
      me_id: 'usr_0000000000000000000001',
    })),
    'login/mfa-enabled-is-false: always returns mfa_enabled true': withLoginData((data) => ({
      ...data,
      mfa_enabled: true,
    })),
    'login/rejection-has-no-token: returns a token with the rejection': {
      envelope: (state, outcome, request, latencyMs) => {
        const envelope = correct.envelope(state, outcome, request, latencyMs);
        if (!isRefusal(outcome)) return envelope;
        return { ...envelope, data: { access_token: `aat_${randomString(49)}` } };
      },
    },
    'login/wrong-password-is-401: returns 404 for a wrong password': withRejectedLogin(() =>
      refuse('not_found'),
    ),
    'login/wrong-password-is-401: returns another reason': withRejectedLogin(() => refuse('otp_invalid')),
    'login/same-response-for-unknown-identity: returns another reason for an unknown identity': {
      login: async (state, body) =>
        state.behaviour.findAccount(state, body.identity) === undefined
          ? { reason: 'key_not_found' }
          : correct.login(state, body),
    },
    'login/same-response-for-unknown-identity: sends a header for known identities': forKnownIdentities(
      (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'X-Attempts-Left': '4' },
      }),
    ),
    'login/same-response-for-unknown-identity: sends headers in another order for known identities':
      forKnownIdentities((reply) => ({
        ...reply,
        headers: Object.fromEntries(Object.entries(reply.headers).reverse()),
      })),
    'login/same-response-for-unknown-identity: sends a space in the JSON for known identities':
      forKnownIdentities((reply) => ({
        ...reply,
        body: String(reply.body).replace(',', ', '),
      })),
    'login/disabled-account-is-rejected: accepts logins of disabled accounts': {
      findAccount: (state, identity) => {
        const account = correct.findAccount(state, identity);
        return account && { ...account, disabled: false };
      },
    },
    'login/same-response-for-disabled-account: returns another reason for a disabled account': {
      login: async (state, body) =>
        state.behaviour.findAccount(state, body.identity)?.disabled === true
          ? { reason: 'token_invalid' }
          : correct.login(state, body),
    },
    'login/same-response-without-password: reports an unknown identity first': {
      login: async (state, body) =>
        state.behaviour.findAccount(state, body.identity) === undefined
          ? { reason: 'invalid_credentials' }
          : correct.login(state, body),
    },
    'login/same-response-without-password: treats a missing password as a wrong one': {
      login: async (state, body) =>
        body.password === undefined ? { reason: 'invalid_credentials' } : correct.login(state, body),
    },
    'login/same-time-for-unknown-identity: hashes passwords only for known identities': {
      verifyPassword: async (state, account, password) => {
        for (let step = 0; account !== undefined && step < aHash.steps; step += 1) await pause(aHash.stepMs);
        return correct.verifyPassword(state, account, password);
      },
    },
  }),
];
