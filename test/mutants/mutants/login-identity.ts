import { correct } from '../model/correct.ts';
import { invalid, isRefusal } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { uncheckedLogin } from './overrides.ts';

export const loginIdentityMutants: readonly Mutant[] = [
  ...mutantsOf('login/unknown-identity-is-rejected', {
    'uses the first account for an unknown identity': {
      findAccount: (world, identity) =>
        correct.findAccount(world, identity) ?? [...world.accounts.values()][0],
    },
  }),
  ...mutantsOf('login/identity-must-be-a-string', {
    'uses the first account for an identity of another type': {
      ...uncheckedLogin,
      findAccount: (world, identity) =>
        typeof identity === 'string' ? correct.findAccount(world, identity) : [...world.accounts.values()][0],
    },
  }),
  ...mutantsOf('login/identity-is-required', {
    'uses the first account without an identity': {
      ...uncheckedLogin,
      findAccount: (world, identity: string | undefined) =>
        identity === undefined ? [...world.accounts.values()][0] : correct.findAccount(world, identity),
    },
  }),
  ...mutantsOf('login/prototype-names-are-rejected', {
    'looks accounts up as properties of an object': {
      ...uncheckedLogin,
      login: async (world, body) => {
        const accounts = Object.fromEntries(world.accounts);
        const account = accounts[body.identity];
        if (account === undefined || account.password !== body.password) {
          return { reason: 'invalid_credentials' };
        }
        return { data: world.behaviour.loginResult(world, world.behaviour.openSession(world, account)) };
      },
    },
  }),
  {
    name: 'fails for a property name of the language',
    killedBy: 'login/prototype-names-are-rejected',
    isDecided: true,
    overrides: {
      ...uncheckedLogin,
      findAccount: (world, identity) => {
        if (identity in {}) throw new TypeError('account.password is not a string');
        return correct.findAccount(world, identity);
      },
    },
  },
  ...mutantsOf('login/identity-ignores-case', {
    'compares the case': { identityKey: (identity) => identity },
  }),
  ...mutantsOf('login/similar-identity-is-rejected', {
    'normalizes compatibility characters': {
      identityKey: (identity) => identity.normalize('NFKC').toLowerCase(),
    },
    'removes invisible characters': {
      identityKey: (identity) => correct.identityKey(identity.replaceAll(/[\u200B\u00AD]/g, '')),
    },
    'trims identities': {
      checkLogin: (value) => {
        const body = Object(value);
        return correct.checkLogin(
          typeof body.identity === 'string' ? { ...body, identity: body.identity.trim() } : value,
        );
      },
    },
  }),
  ...mutantsOf('login/identity-is-not-a-pattern', {
    'reads identities as SQL patterns': {
      findAccount: (world, identity) => {
        const pattern = identity
          .toLowerCase()
          .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('%', '.*')
          .replaceAll('_', '.');
        return [...world.accounts.values()].find((account) =>
          new RegExp(`^${pattern}$`).test(account.identity),
        );
      },
    },
    'runs identities as SQL': {
      findAccount: (world, identity) => correct.findAccount(world, identity.replace(/'--$/, '')),
    },
  }),
  ...mutantsOf('login/identity-format', {
    'accepts any text': uncheckedLogin,
    'accepts only short identities': {
      checkLogin: (value) => {
        const body = correct.checkLogin(value);
        const long = !isRefusal(body) && body.identity.length > 64;
        return long ? invalid('/body/identity', 'maxLength', 'is too long') : body;
      },
    },
  }),
];
