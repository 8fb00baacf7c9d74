import { invalid, isRefusal } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { comparePasswords, uncheckedLogin } from '../overrides.ts';

export const loginIdentityMutants: readonly Mutant[] = [
  ...mutants({
    'login/unknown-identity-is-rejected: uses the first account for an unknown identity': {
      findAccount: (state, identity) =>
        correct.findAccount(state, identity) ?? [...state.accounts.values()][0],
    },
    'login/identity-must-be-a-string: uses the first account for an identity of another type': {
      ...uncheckedLogin,
      findAccount: (state, identity) =>
        typeof identity === 'string' ? correct.findAccount(state, identity) : [...state.accounts.values()][0],
    },
    'login/identity-is-required: uses the first account without an identity': {
      ...uncheckedLogin,
      findAccount: (state, identity: string | undefined) =>
        identity === undefined ? [...state.accounts.values()][0] : correct.findAccount(state, identity),
    },
    'login/prototype-names-are-rejected: looks accounts up as properties of an object': {
      ...uncheckedLogin,
      login: async (state, body) => {
        const accounts = Object.fromEntries(state.accounts);
        const account = accounts[body.identity];
        if (account === undefined || account.password !== body.password) {
          return { reason: 'invalid_credentials' };
        }
        return { data: state.behaviour.loginResult(state, state.behaviour.openSession(state, account)) };
      },
    },
  }),
  ...mutants(
    {
      'login/prototype-names-are-rejected: fails for a property name of the language': {
        ...uncheckedLogin,
        findAccount: (state, identity) => {
          if (identity in {}) throw new TypeError('account.password is not a string');
          return correct.findAccount(state, identity);
        },
      },
    },
    { isDecided: true },
  ),
  ...mutants({
    'login/identity-ignores-case: compares the case': { identityKey: (identity) => identity },
    'login/similar-identity-is-rejected: normalizes compatibility characters': {
      identityKey: (identity) => identity.normalize('NFKC').toLowerCase(),
    },
    'login/similar-identity-is-rejected: removes invisible characters': {
      identityKey: (identity) => correct.identityKey(identity.replaceAll(/[\u200B\u00AD]/g, '')),
    },
    'login/similar-identity-is-rejected: trims identities': {
      checkLogin: (value) => {
        const body = Object(value);
        return correct.checkLogin(
          typeof body.identity === 'string' ? { ...body, identity: body.identity.trim() } : value,
        );
      },
    },
    'login/identity-is-not-a-pattern: reads identities as SQL patterns': {
      findAccount: (state, identity) => {
        const pattern = identity
          .toLowerCase()
          .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('%', '.*')
          .replaceAll('_', '.');
        return [...state.accounts.values()].find((account) =>
          new RegExp(`^${pattern}$`).test(account.identity),
        );
      },
    },
    'login/identity-is-not-a-pattern: runs identities as SQL': {
      findAccount: (state, identity) => correct.findAccount(state, identity.replace(/'--$/, '')),
    },
    'login/identity-format: accepts any text': uncheckedLogin,
    'login/identity-format: accepts only short identities': {
      checkLogin: (value) => {
        const body = correct.checkLogin(value);
        const long = !isRefusal(body) && body.identity.length > 64;
        return long ? invalid('/body/identity', 'maxLength', 'is too long') : body;
      },
    },
  }),
];

export const loginPasswordMutants: readonly Mutant[] = [
  ...mutants({
    'login/wrong-password-is-rejected: accepts any password': comparePasswords(() => true),
    'login/empty-password-is-rejected: accepts an empty password': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => given === '' || real === given),
    },
    'login/empty-password-is-rejected: accepts a password of spaces': comparePasswords(
      (real, given) => given.trim() === '' || real === given,
    ),
    'login/password-must-be-a-string: accepts true': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === given || Object.is(given, true)),
    },
    'login/password-must-be-a-string: accepts a query operator': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === given || Object.hasOwn(Object(given), '$ne')),
    },
    'login/password-is-not-a-pattern: reads the password as an SQL pattern': comparePasswords((real, given) =>
      new RegExp(`^${given.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`.replaceAll('%', '.*')).test(real),
    ),
    'login/password-is-not-a-pattern: runs the password as SQL': comparePasswords(
      (real, given) => real === given || given.includes("' OR '1'='1"),
    ),
    'login/password-is-required: requires no password': {
      login: (state, body) =>
        correct.login(state, {
          ...body,
          password: body.password ?? correct.findAccount(state, body.identity)?.password ?? '',
        }),
    },
    'login/password-is-case-sensitive: ignores the case of passwords': comparePasswords(
      (real, given) => real.toLowerCase() === given.toLowerCase(),
    ),
    'login/password-is-not-trimmed: trims passwords': comparePasswords(
      (real, given) => real === given.trim(),
    ),
    'login/longer-password-is-rejected: accepts text that starts with the password': comparePasswords(
      (real, given) => given.startsWith(real),
    ),
    'login/partial-password-is-rejected: accepts a prefix': comparePasswords((real, given) =>
      real.startsWith(given),
    ),
    'login/partial-password-is-rejected: compares only eight characters': comparePasswords(
      (real, given) => real.slice(0, 8) === given.slice(0, 8),
    ),
    'login/nul-does-not-end-a-password: ends a password at NUL': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === String(given).split('\0')[0]),
    },
    'login/password-is-not-normalized: normalizes compatibility characters': comparePasswords(
      (real, given) => real === given.normalize('NFKC'),
    ),
    'login/password-is-not-cut-at-72-bytes: cuts passwords at 72 bytes': comparePasswords(
      (real, given) => cut(real) === cut(given),
    ),
    'login/password-length: counts UTF-16 units': {
      checkLogin: (value) => {
        const body = correct.checkLogin(value);
        const long = !isRefusal(body) && (body.password?.length ?? 0) > 1024;
        return long ? invalid('/body/password', 'maxLength', 'is too long') : body;
      },
    },
    'login/password-length: accepts any length': uncheckedLogin,
  }),
];

function cut(password: string): string {
  return Buffer.from(password).subarray(0, 72).toString('hex');
}
