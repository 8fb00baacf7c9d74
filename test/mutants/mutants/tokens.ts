import type { Behaviour, Session, World } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { randomString } from '../model/random-string.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withLoginData } from './overrides.ts';

/** Also accepts a token from another place. */
function alsoFrom(read: (request: ModelRequest) => string | undefined): Partial<Behaviour> {
  return {
    bearerOf: (world, request) => {
      const token = read(request);
      return token === undefined ? correct.bearerOf(world, request) : { token };
    },
  };
}

/** Finds a session by only a part of its token. */
function finding(alike: (token: string, given: string) => boolean): Partial<Behaviour> {
  return {
    findSession: (world, given) => [...world.sessions.values()].find(({ token }) => alike(token, given)),
  };
}

function anySession(world: World): Session | undefined {
  return [...world.sessions.values()].at(-1);
}

const claimed = (given: string): string => {
  try {
    return JSON.parse(Buffer.from(given.split('.')[1] ?? '', 'base64url').toString()).sub;
  } catch {
    return '';
  }
};

export const tokenMutants: readonly Mutant[] = [
  ...mutantsOf('tokens/token-is-accepted', {
    'accepts no token': { findSession: () => undefined },
    'returns tokens that never work': {
      openSession: (world, account) => {
        const session = correct.openSession(world, account);
        world.sessions.delete(session.token);
        return session;
      },
    },
  }),
  ...mutantsOf('tokens/generate-requires-a-token', {
    'requires no token': {
      authenticate: (world, request) => {
        const owner = correct.authenticate(world, request);
        const missing = request.header('authorization') === undefined;
        return (missing ? anySession(world)?.owner : undefined) ?? owner;
      },
    },
  }),
  ...mutantsOf('tokens/revoke-requires-a-token', {
    'requires no token to revoke': {
      authenticate: (world, request) => {
        const owner = correct.authenticate(world, request);
        const missing = request.method === 'DELETE' && request.header('authorization') === undefined;
        return (missing ? anySession(world)?.owner : undefined) ?? owner;
      },
    },
    'accepts any token to revoke': {
      authenticate: (world, request) => {
        const owner = correct.authenticate(world, request);
        const wrong = request.method === 'DELETE' && request.header('authorization') !== undefined;
        return (wrong ? anySession(world)?.owner : undefined) ?? owner;
      },
    },
  }),
  ...mutantsOf('tokens/only-in-the-authorization-header', {
    'accepts a token in the query': alsoFrom(
      ({ query }) => new URLSearchParams(query).get('access_token') ?? undefined,
    ),
    'accepts a token in a cookie': alsoFrom(
      (request) => /token=([^;]+)/.exec(request.header('cookie') ?? '')?.[1],
    ),
    'accepts a token in another header': alsoFrom((request) => request.header('x-access-token')),
    'accepts a token in the body': {
      ...alsoFrom(({ body }) => /"access_token":"([^"]+)"/.exec(body.toString())?.[1]),
      checkGenerate: () => ({}),
    },
  }),
  ...mutantsOf('tokens/users-have-different-tokens', {
    'returns the same token to all users': { newToken: () => `aat_${'7'.repeat(49)}` },
  }),
  ...mutantsOf('tokens/each-login-has-a-new-token', {
    'returns the same token again': {
      newToken: (world, account) =>
        [...world.sessions.values()].find(({ owner }) => owner === account)?.token ??
        correct.newToken(world, account),
    },
  }),
  ...mutantsOf('tokens/token-survives-the-next-login', {
    'ends the earlier session at login': {
      openSession: (world, account) => {
        for (const { token, owner } of world.sessions.values()) {
          if (owner === account) world.sessions.delete(token);
        }
        return correct.openSession(world, account);
      },
    },
  }),
  ...mutantsOf('tokens/token-format', {
    'returns a UUID': { newToken: () => crypto.randomUUID() },
    'returns a token that is too short': { newToken: () => `aat_${randomString(20)}` },
  }),
  ...mutantsOf('tokens/unknown-token-is-rejected', {
    'accepts any token': { findSession: anySession },
    'accepts anything in the right format': {
      findSession: (world, given) => (/^aat_\w{49}$/.test(given) ? anySession(world) : undefined),
    },
    'accepts null': {
      findSession: (world, given) =>
        given === 'null' ? anySession(world) : correct.findSession(world, given),
    },
    'accepts reversed tokens': finding((token, given) =>
      [token, [...token].reverse().join('')].includes(given),
    ),
  }),
  ...mutantsOf('tokens/altered-token-is-rejected', {
    'compares only the length and both ends': finding(
      (token, given) =>
        token.length === given.length &&
        token.slice(0, 8) === given.slice(0, 8) &&
        token.slice(-8) === given.slice(-8),
    ),
    'compares only the first half': finding((token, given) => token.slice(0, 26) === given.slice(0, 26)),
  }),
  ...mutantsOf('tokens/partial-token-is-rejected', {
    'accepts a prefix': finding((token, given) => token.startsWith(given)),
    'ignores the last character': finding((token, given) => token.slice(0, -1) === given.slice(0, 52)),
    'accepts a suffix': finding((token, given) => token.endsWith(given)),
  }),
  ...mutantsOf('tokens/extended-token-is-rejected', {
    'accepts text that starts with a token': finding((token, given) => given.startsWith(token)),
    'accepts text that ends with a token': finding((token, given) => given.endsWith(token)),
  }),
  ...mutantsOf('tokens/token-is-case-sensitive', {
    'ignores the case': finding((token, given) => token.toLowerCase() === given.toLowerCase()),
  }),
  ...mutantsOf('tokens/unsigned-jwt-is-rejected', {
    'does not verify JSON Web Tokens': {
      findSession: (world, given) =>
        correct.findSession(world, given) ??
        [...world.sessions.values()].find(({ owner }) => owner.id === claimed(given)),
    },
    'accepts JSON Web Tokens without a signature': {
      findSession: (world, given) =>
        correct.findSession(world, given) ??
        (given.endsWith('.')
          ? [...world.sessions.values()].find(({ owner }) => owner.id === claimed(given))
          : undefined),
    },
  }),
  ...mutantsOf('tokens/expired-token-is-rejected', {
    'accepts tokens for longer than expires_in': withLoginData((data) => ({ ...data, expires_in: 3 })),
  }),
];
