import { correct } from '../model/behaviour.ts';
import { isRefusal, refuse } from '../model/outcome.ts';
import type { Mutant } from '../mutant.ts';

/** A server that takes the token out of the header by this pattern. */
function bearerBy(pattern: RegExp): Mutant['overrides'] {
  return {
    bearerOf: (_world, asked) => {
      const given = asked.headerAll('authorization');
      const token = given.length > 1 ? undefined : pattern.exec(given[0] ?? '')?.[1];
      return token === undefined ? refuse('token_missing') : { token };
    },
  };
}

export const authorizationMutants: readonly Mutant[] = [
  {
    name: 'accepts a token without a scheme',
    killedBy: 'authorization/only-bearer',
    overrides: bearerBy(/^(?:bearer )?(\S+)$/i),
  },
  {
    name: 'accepts a token under any scheme',
    killedBy: 'authorization/only-bearer',
    overrides: bearerBy(/^\S+ (\S+)$/i),
  },
  {
    name: 'takes identity and password of Basic',
    killedBy: 'authorization/only-bearer',
    overrides: {
      authenticate: (world, asked) => {
        const basic = /^Basic (\S+)$/.exec(asked.header('authorization') ?? '')?.[1];
        const [identity = '', password] = Buffer.from(basic ?? '', 'base64')
          .toString()
          .split(':');
        const account = world.accounts.get(identity);
        return account !== undefined && account.password === password
          ? account
          : correct.authenticate(world, asked);
      },
    },
  },
  {
    name: 'reads a token up to the first comma',
    killedBy: 'authorization/no-extra-text',
    overrides: bearerBy(/^bearer ([^\s,;]+)/i),
  },
  {
    name: 'finds a token anywhere in the header',
    killedBy: 'authorization/no-extra-text',
    overrides: bearerBy(/(aat_\w+)/),
  },
  {
    name: 'splits the header at any white space',
    killedBy: 'authorization/one-space',
    overrides: bearerBy(/^bearer\s+(\S+)$/i),
  },
  {
    name: 'knows Bearer in one spelling only',
    killedBy: 'authorization/scheme-ignores-case',
    overrides: bearerBy(/^Bearer (\S+)$/),
  },
  {
    name: 'knows the header in one spelling only',
    killedBy: 'authorization/header-name-ignores-case',
    overrides: {
      bearerOf: (world, asked) =>
        asked.message.rawHeaders.includes('Authorization') || asked.header('authorization') === undefined
          ? correct.bearerOf(world, asked)
          : refuse('token_missing'),
    },
  },
  {
    name: 'takes the first of two headers',
    killedBy: 'authorization/only-one-header',
    overrides: {
      bearerOf: (world, asked) =>
        correct.bearerOf(world, { ...asked, headerAll: (name) => asked.headerAll(name).slice(0, 1) }),
    },
  },
  {
    name: 'takes the last of two headers',
    killedBy: 'authorization/only-one-header',
    overrides: {
      bearerOf: (world, asked) =>
        correct.bearerOf(world, { ...asked, headerAll: (name) => asked.headerAll(name).slice(-1) }),
    },
  },
  {
    name: 'fails at a token that is the name of a property',
    killedBy: 'authorization/unusual-tokens-are-401',
    overrides: {
      bearerOf: (world, asked) => {
        const bearer = correct.bearerOf(world, asked);
        return !isRefusal(bearer) && bearer.token in {} ? refuse('internal_error') : bearer;
      },
    },
  },
  {
    name: 'looks for a valid token at login',
    killedBy: 'authorization/login-ignores-the-header',
    overrides: {
      answer: async (world, asked) => {
        const given = asked.header('authorization') !== undefined;
        const owner =
          given && asked.path === '/v1/auth/login' ? correct.authenticate(world, asked) : undefined;
        return owner !== undefined && isRefusal(owner) ? owner : correct.answer(world, asked);
      },
    },
  },
];
