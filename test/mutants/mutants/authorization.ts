import { type Behaviour, isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Mutants } from '../mutant.ts';
import { failedWith, headers, insteadOf, rejecting, renaming } from '../overrides.ts';

function bearerPattern(pattern: RegExp): Partial<Behaviour> {
  return {
    bearerOf: (_state, request) => {
      const given = request.headerAll('authorization');
      const token = given.length > 1 ? undefined : pattern.exec(given[0] ?? '')?.[1];
      return token === undefined ? refuse('token_missing') : { token };
    },
  };
}

const challenging = (challenge: string | undefined) =>
  headers({ 'WWW-Authenticate': challenge }, failedWith('token_missing', 'token_invalid'));

export const authorizationMutants: Mutants = {
  'authorization/only-bearer: accepts a token without a scheme':
    bearerPattern(/^(?:bearer )?(\S+)$/i),
  'authorization/only-bearer: accepts identity and password with Basic': {
    authenticate: (state, request) => {
      const basic = /^Basic (\S+)$/.exec(request.header('authorization') ?? '')?.[1];
      const [identity = '', password] = Buffer.from(basic ?? '', 'base64')
        .toString()
        .split(':');
      const account = state.accounts.get(identity);
      return account !== undefined && account.password === password
        ? account
        : correct.authenticate(state, request);
    },
  },
  'authorization/no-extra-text: reads a token up to the first comma':
    bearerPattern(/^bearer ([^ ,;]+)/i),
  'authorization/one-space: splits the header at any white space':
    bearerPattern(/^bearer\s+(\S+)$/i),
  'authorization/scheme-ignores-case: accepts Bearer in one spelling only':
    bearerPattern(/^Bearer (\S+)$/),
  'authorization/header-name-ignores-case: accepts the header name in one spelling only': rejecting(
    ({ message, header }) =>
      header('authorization') !== undefined && !message.rawHeaders.includes('Authorization'),
    'token_missing',
  ),
  'authorization/only-one-header: uses the first of two headers': {
    bearerOf: (state, request) =>
      correct.bearerOf(state, {
        ...request,
        headerAll: (name) => request.headerAll(name).slice(0, 1),
      }),
  },
  'authorization/unusual-tokens-are-401: fails for a token that is a property name': {
    bearerOf: (state, request) => {
      const bearer = correct.bearerOf(state, request);
      return !isRefusal(bearer) && bearer.token in {} ? refuse('internal_error') : bearer;
    },
  },
  'authorization/login-ignores-the-header: requires a valid token at login': insteadOf(
    ({ path, header }) => path === '/v1/auth/login' && header('authorization') !== undefined,
    async (state, request) => {
      const owner = correct.authenticate(state, request);
      return isRefusal(owner) ? owner : correct.respond(state, request);
    },
  ),
  'tokens/missing-token-is-401: reports a missing token as an invalid one': renaming({
    token_missing: 'token_invalid',
  }),
  'tokens/invalid-token-is-401: reports an unknown token as a missing one': renaming({
    token_invalid: 'token_missing',
  }),
  'tokens/401-has-a-challenge: sends a challenge of another scheme':
    challenging('Basic realm="account"'),
  'tokens/challenge-names-the-invalid-token: sends a challenge without an error':
    challenging('Bearer realm="account"'),
  'tokens/challenge-without-token-has-no-error: always sends an error in the challenge':
    challenging('Bearer realm="account", error="invalid_token"'),
  'tokens/token-is-checked-before-the-body: validates the body before the token': {
    authenticate: (state, request) => {
      const owner = correct.authenticate(state, request);
      if (!isRefusal(owner) || request.method !== 'POST') return owner;
      const read =
        state.behaviour.checkMedia(state, request) ?? state.behaviour.readJson(request.body);
      if (isRefusal(read)) return read;
      const body = state.behaviour.checkGenerate(read.value);
      return isRefusal(body) ? body : owner;
    },
  },
};
