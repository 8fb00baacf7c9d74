import { correct } from '../model/correct.ts';
import { isRefusal, refuse } from '../model/outcome.ts';
import type { Mutant } from '../mutant.ts';

/** Reads the token from the header with this pattern. */
function bearerPattern(pattern: RegExp): Mutant['overrides'] {
  return {
    bearerOf: (_world, request) => {
      const given = request.headerAll('authorization');
      const token = given.length > 1 ? undefined : pattern.exec(given[0] ?? '')?.[1];
      return token === undefined ? refuse('token_missing') : { token };
    },
  };
}

export const authorizationMutants: readonly Mutant[] = [
  {
    name: 'accepts a token without a scheme',
    killedBy: 'authorization/only-bearer',
    overrides: bearerPattern(/^(?:bearer )?(\S+)$/i),
  },
  {
    name: 'accepts a token under any scheme',
    killedBy: 'authorization/only-bearer',
    overrides: bearerPattern(/^\S+ (\S+)$/i),
  },
  {
    name: 'accepts identity and password with Basic',
    killedBy: 'authorization/only-bearer',
    overrides: {
      authenticate: (world, request) => {
        const basic = /^Basic (\S+)$/.exec(request.header('authorization') ?? '')?.[1];
        const [identity = '', password] = Buffer.from(basic ?? '', 'base64')
          .toString()
          .split(':');
        const account = world.accounts.get(identity);
        return account !== undefined && account.password === password
          ? account
          : correct.authenticate(world, request);
      },
    },
  },
  {
    name: 'reads a token up to the first comma',
    killedBy: 'authorization/no-extra-text',
    overrides: bearerPattern(/^bearer ([^\s,;]+)/i),
  },
  {
    name: 'finds a token anywhere in the header',
    killedBy: 'authorization/no-extra-text',
    overrides: bearerPattern(/(aat_\w+)/),
  },
  {
    name: 'splits the header at any white space',
    killedBy: 'authorization/one-space',
    overrides: bearerPattern(/^bearer\s+(\S+)$/i),
  },
  {
    name: 'accepts Bearer in one spelling only',
    killedBy: 'authorization/scheme-ignores-case',
    overrides: bearerPattern(/^Bearer (\S+)$/),
  },
  {
    name: 'accepts the header name in one spelling only',
    killedBy: 'authorization/header-name-ignores-case',
    overrides: {
      bearerOf: (world, request) =>
        request.message.rawHeaders.includes('Authorization') || request.header('authorization') === undefined
          ? correct.bearerOf(world, request)
          : refuse('token_missing'),
    },
  },
  {
    name: 'uses the first of two headers',
    killedBy: 'authorization/only-one-header',
    overrides: {
      bearerOf: (world, request) =>
        correct.bearerOf(world, { ...request, headerAll: (name) => request.headerAll(name).slice(0, 1) }),
    },
  },
  {
    name: 'uses the last of two headers',
    killedBy: 'authorization/only-one-header',
    overrides: {
      bearerOf: (world, request) =>
        correct.bearerOf(world, { ...request, headerAll: (name) => request.headerAll(name).slice(-1) }),
    },
  },
  {
    name: 'fails for a token that is a property name',
    killedBy: 'authorization/unusual-tokens-are-401',
    overrides: {
      bearerOf: (world, request) => {
        const bearer = correct.bearerOf(world, request);
        return !isRefusal(bearer) && bearer.token in {} ? refuse('internal_error') : bearer;
      },
    },
  },
  {
    name: 'requires a valid token at login',
    killedBy: 'authorization/login-ignores-the-header',
    overrides: {
      respond: async (world, request) => {
        const given = request.header('authorization') !== undefined;
        const owner =
          given && request.path === '/v1/auth/login' ? correct.authenticate(world, request) : undefined;
        return owner !== undefined && isRefusal(owner) ? owner : correct.respond(world, request);
      },
    },
  },
];
