import { correct } from '../model/correct.ts';
import { invalid, isRefusal } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { uncheckedLogin } from './overrides.ts';

export const loginIdentityMutants: readonly Mutant[] = [
  ...mutantsOf('login/unknown-identity-is-rejected', {
    'an unknown identity is the first account': {
      findAccount: (world, identity) =>
        correct.findAccount(world, identity) ?? [...world.accounts.values()][0],
    },
  }),
  ...mutantsOf('login/identity-must-be-a-string', {
    'an identity of another type is the first account': {
      ...uncheckedLogin,
      findAccount: (world, identity) =>
        typeof identity === 'string' ? correct.findAccount(world, identity) : [...world.accounts.values()][0],
    },
  }),
  ...mutantsOf('login/prototype-names-are-rejected', {
    'accounts are members of an object': {
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
    'a name of the language upsets it': {
      ...uncheckedLogin,
      findAccount: (world, identity) => {
        if (identity in {}) throw new TypeError('account.password is not a string');
        return correct.findAccount(world, identity);
      },
    },
  }),
  ...mutantsOf('login/identity-ignores-case', {
    'case counts': { identityKey: (identity) => identity },
  }),
  ...mutantsOf('login/similar-identity-is-rejected', {
    'compatibility characters are folded': {
      identityKey: (identity) => identity.normalize('NFKC').toLowerCase(),
    },
    'invisible characters are left out': {
      identityKey: (identity) => correct.identityKey(identity.replaceAll(/[\u200B\u00AD]/g, '')),
    },
    'identities are trimmed': {
      checkLogin: (value) => {
        const body = Object(value);
        return correct.checkLogin(
          typeof body.identity === 'string' ? { ...body, identity: body.identity.trim() } : value,
        );
      },
    },
  }),
  ...mutantsOf('login/identity-is-not-a-pattern', {
    'identities are patterns of SQL': {
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
    'identities are run as SQL': {
      findAccount: (world, identity) => correct.findAccount(world, identity.replace(/'--$/, '')),
    },
  }),
  ...mutantsOf('login/identity-format', {
    'any text will do': uncheckedLogin,
    'only short ones will do': {
      checkLogin: (value) => {
        const body = correct.checkLogin(value);
        const long = !isRefusal(body) && body.identity.length > 64;
        return long ? invalid('/body/identity', 'maxLength', 'is too long') : body;
      },
    },
  }),
];
