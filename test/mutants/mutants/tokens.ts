import { hash } from 'node:crypto';
import { randomString } from '../model/accounts.ts';
import type { Behaviour, ModelRequest, Session, State } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { each, type Mutants } from '../mutant.ts';
import { withLoginData } from '../overrides.ts';

function alsoFrom(read: (request: ModelRequest) => string | undefined): Partial<Behaviour> {
  return {
    bearerOf: (state, request) => {
      const token = read(request);
      return token === undefined ? correct.bearerOf(state, request) : { token };
    },
  };
}

/** Finds a session by only a part of its token. */
function finding(alike: (token: string, given: string) => boolean): Partial<Behaviour> {
  return {
    findSession: (state, given) =>
      [...state.sessions.values()].find(({ token }) => alike(token, given)),
  };
}

function anySession(state: State): Session | undefined {
  return [...state.sessions.values()].at(-1);
}

/** Accepts some requests as those of the latest session. */
function lettingIn(which: (request: ModelRequest) => boolean): Partial<Behaviour> {
  return {
    authenticate: (state, request) =>
      (which(request) ? anySession(state)?.owner : undefined) ??
      correct.authenticate(state, request),
  };
}

const claimed = (given: string): string => {
  try {
    return JSON.parse(Buffer.from(given.split('.')[1] ?? '', 'base64url').toString()).sub;
  } catch {
    return '';
  }
};

const base64 = (text: string) => Buffer.from(text).toString('base64url');

/** Of 64 bits, twice in each token. */
function withLinearGenerator(): Partial<Behaviour> {
  let state = 0x5deece66dn;
  const next = () => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return state.toString(16).padStart(16, '0');
  };
  return { newToken: () => `aat_${next()}${next()}` };
}

export const tokenMutants: Mutants = {
  'tokens/tokens-are-unpredictable: counts tokens up': {
    newToken: ({ sessions }) => `aat_${String(sessions.size).padStart(49, '0')}`,
  },
  'tokens/tokens-are-unpredictable: encodes the identity and the time in Base64': {
    newToken: (state, { identity }) => base64(`${identity}:${state.now()}:${state.sessions.size}`),
  },
  'tokens/tokens-are-unpredictable: returns the identity in Base64 at each login': {
    newToken: (_state, { identity }) => base64(identity),
  },
  'tokens/tokens-are-unpredictable: returns the same hash of the identity at each login': {
    newToken: (_state, { identity }) => `aat_${hash('md5', identity)}`,
  },
  'tokens/tokens-are-unpredictable: hashes a counter': {
    newToken: ({ sessions }) => hash('sha256', `${sessions.size}`),
  },
  'tokens/tokens-are-unpredictable: hashes the time': {
    newToken: (state) => hash('sha1', `${state.now() + state.sessions.size}`),
  },
  'tokens/tokens-are-unpredictable: computes tokens with a linear generator': withLinearGenerator(),
  'tokens/token-lives-for-expires-in: ends a session after two seconds': {
    findSession: (state, token) => {
      const session = correct.findSession(state, token);
      return session && session.until > state.now() + 3_598_000 ? session : undefined;
    },
  },
  'tokens/token-lives-for-expires-in: returns JSON Web Tokens that expire before expires_in': {
    newToken: () => {
      const claims = Buffer.from(JSON.stringify({ jti: randomString(43), iat: 0, exp: 60 }));
      return `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${claims.toString('base64url')}.${randomString(43)}`;
    },
  },
  'tokens/token-is-accepted: accepts no token': { findSession: () => undefined },
  ...each(lettingIn, {
    'tokens/generate-requires-a-token: requires no token': ({ header }) =>
      header('authorization') === undefined,
    'tokens/revoke-requires-a-token: requires no token to revoke': ({ method, header }) =>
      method === 'DELETE' && header('authorization') === undefined,
    'tokens/revoke-requires-a-token: accepts any token to revoke': ({ method, header }) =>
      method === 'DELETE' && header('authorization') !== undefined,
  }),
  'tokens/only-in-the-authorization-header: accepts a token in the query': alsoFrom(
    ({ query }) => new URLSearchParams(query).get('access_token') ?? undefined,
  ),
  'tokens/only-in-the-authorization-header: accepts a token in the body': {
    ...alsoFrom(({ body }) => /"access_token":"([^"]+)"/.exec(body.toString())?.[1]),
    checkGenerate: () => ({}),
  },
  'tokens/users-have-different-tokens: returns the same token to all users': {
    newToken: () => `aat_${'7'.repeat(49)}`,
  },
  'tokens/each-login-has-a-new-token: returns the same token again': {
    newToken: (state, account) =>
      [...state.sessions.values()].find(({ owner }) => owner === account)?.token ??
      correct.newToken(state, account),
  },
  'tokens/token-survives-the-next-login: ends the earlier session at login': {
    openSession: (state, account) => {
      for (const { token, owner } of state.sessions.values()) {
        if (owner === account) state.sessions.delete(token);
      }
      return correct.openSession(state, account);
    },
  },
  'tokens/token-format: returns a token that is too short': {
    newToken: () => `aat_${randomString(20)}`,
  },
  'tokens/unknown-token-is-rejected: accepts any token': { findSession: anySession },
  'tokens/unknown-token-is-rejected: accepts anything in the right format': {
    findSession: (state, given) => (/^aat_\w{49}$/.test(given) ? anySession(state) : undefined),
  },
  ...each(finding, {
    'tokens/altered-token-is-rejected: compares only the length and both ends': (token, given) =>
      token.length === given.length &&
      token.slice(0, 8) === given.slice(0, 8) &&
      token.slice(-8) === given.slice(-8),
    'tokens/partial-token-is-rejected: accepts a prefix': (token, given) => token.startsWith(given),
    'tokens/partial-token-is-rejected: ignores the last character': (token, given) =>
      token.slice(0, -1) === given.slice(0, 52),
    'tokens/extended-token-is-rejected: accepts text that starts with a token': (token, given) =>
      given.startsWith(token),
    'tokens/token-is-case-sensitive: ignores the case': (token, given) =>
      token.toLowerCase() === given.toLowerCase(),
  }),
  'tokens/unsigned-jwt-is-rejected: accepts JSON Web Tokens without a signature': {
    findSession: (state, given) =>
      correct.findSession(state, given) ??
      (given.endsWith('.')
        ? [...state.sessions.values()].find(({ owner }) => owner.id === claimed(given))
        : undefined),
  },
  'tokens/expired-token-is-rejected: accepts tokens for longer than expires_in': withLoginData({
    expires_in: 3,
  }),
};
