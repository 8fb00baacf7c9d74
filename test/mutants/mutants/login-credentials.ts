import { comparePasswords, reading, uncheckedLogin } from '../credentials.ts';
import { invalid, isRefusal } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { each, type Mutants, type Server } from '../mutant.ts';

const findingFirst = (
  which: (identity: string | undefined, isKnown: boolean) => boolean,
): Server => ({
  findAccount: (state, identity) => {
    const account = typeof identity === 'string' ? correct.findAccount(state, identity) : undefined;
    return which(identity, account !== undefined) ? [...state.accounts.values()][0] : account;
  },
});

const rejectingLonger = (name: 'identity' | 'password', units: number): Server => ({
  checkLogin: (value) => {
    const body = correct.checkLogin(value);
    const isLonger = !isRefusal(body) && (body[name]?.length ?? 0) > units;
    return isLonger ? invalid(`/body/${name}`, 'maxLength', 'is too long') : body;
  },
});

/** Reads `%` and `_` as SQL does, and all other characters as themselves. */
export function sqlPattern(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`);
}

const withQuestionMarks = (text: string) => text.replaceAll(/[^\0-\x7f]/g, '?');
const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

const cut = (password: string) => Buffer.from(password).subarray(0, 72).toString('hex');

/** Passwords that also open an account. */
const alsoPassword = (equal: (given: string) => boolean): Server => ({
  ...uncheckedLogin,
  ...comparePasswords((real, given) => real === given || equal(given)),
});

export const loginCredentialMutants: Mutants = {
  'login/unknown-identity-is-rejected: uses the first account for an unknown identity':
    findingFirst((_identity, isKnown) => !isKnown),
  'login/identity-must-be-a-string: uses the first account for an identity of another type': {
    ...uncheckedLogin,
    ...findingFirst((identity) => typeof identity !== 'string'),
  },
  'login/identity-is-required: uses the first account without an identity': {
    ...uncheckedLogin,
    ...findingFirst((identity) => identity === undefined),
  },
  'login/prototype-names-are-rejected: looks accounts up as properties of an object': {
    ...uncheckedLogin,
    login: async (state, body) => {
      const account = Object.fromEntries(state.accounts)[body.identity];
      if (account === undefined || account.password !== body.password) {
        return { reason: 'invalid_credentials' };
      }
      return {
        data: state.behaviour.loginResult(state, state.behaviour.openSession(state, account)),
      };
    },
  },
  'login/prototype-names-are-rejected: fails for a property name of the language': {
    ...uncheckedLogin,
    findAccount: (state, identity) => {
      if (identity in {}) throw new TypeError('account.password is not a string');
      return correct.findAccount(state, identity);
    },
    run: { isDecided: true },
  },
  'login/identity-ignores-case: compares the case': { identityKey: (identity) => identity },
  'login/similar-identity-is-rejected: normalizes compatibility characters': {
    identityKey: (identity) => identity.normalize('NFKC').toLowerCase(),
  },
  'login/similar-identity-is-rejected: removes invisible characters': {
    identityKey: (identity) => correct.identityKey(identity.replaceAll(/[\u200B\u00AD]/g, '')),
  },
  'login/similar-identity-is-rejected: trims identities': reading(({ identity, ...body }) => ({
    ...body,
    identity: typeof identity === 'string' ? identity.trim() : identity,
  })),
  'login/identity-is-not-a-pattern: reads identities as SQL patterns': {
    findAccount: (state, identity) => {
      const pattern = sqlPattern(identity.toLowerCase());
      return [...state.accounts.values()].find((account) => pattern.test(account.identity));
    },
  },
  'login/identity-is-not-a-pattern: reads identities as the names of files': {
    findAccount: (state, identity) => {
      const pattern = sqlPattern(identity.replaceAll('*', '%').replaceAll('?', '_'));
      return [...state.accounts.values()].find((account) => pattern.test(account.identity));
    },
    ...uncheckedLogin,
  },
  'login/identity-is-not-a-pattern: runs identities as SQL': {
    identityKey: (identity) => correct.identityKey(identity.replace(/'--$/, '')),
  },
  'login/identity-format: accepts any text': uncheckedLogin,
  'login/identity-format: accepts only short identities': rejectingLonger('identity', 64),

  ...each(comparePasswords, {
    'login/wrong-password-is-rejected: accepts any password': () => true,
    'login/empty-password-is-rejected: accepts a password of spaces': (real, given) =>
      given.trim() === '' || real === given,
    'login/password-is-not-a-pattern: reads the password as an SQL pattern': (real, given) =>
      sqlPattern(given).test(real),
    'login/password-is-not-a-pattern: runs the password as SQL': (real, given) =>
      real === given || given.includes("' OR '1'='1"),
    'login/password-is-case-sensitive: ignores the case of passwords': (real, given) =>
      real.toLowerCase() === given.toLowerCase(),
    'login/password-is-not-trimmed: trims passwords': (real, given) => real === given.trim(),
    'login/longer-password-is-rejected: accepts text that starts with the password': (
      real,
      given,
    ) => given.startsWith(real),
    'login/partial-password-is-rejected: accepts a prefix': (real, given) => real.startsWith(given),
    'login/password-is-not-normalized: normalizes compatibility characters': (real, given) =>
      real === given.normalize('NFKC'),
    'login/letters-beyond-ascii: keeps only ASCII of a password': (real, given) =>
      withQuestionMarks(real) === withQuestionMarks(given),
    'login/letters-beyond-ascii: keeps the lowest byte of each letter': (real, given) =>
      Buffer.from(real, 'latin1').equals(Buffer.from(given, 'latin1')),
    'login/letters-beyond-ascii: ignores accents': (real, given) =>
      withoutAccents(real) === withoutAccents(given),
    'login/password-is-not-cut-at-72-bytes: cuts passwords at 72 bytes': (real, given) =>
      cut(real) === cut(given),
  }),
  'login/password-of-another-user-is-rejected: accepts the password of any user': {
    login: async (state, body) => {
      const passwords = [...state.accounts.values()].map(({ password }) => password);
      const account = correct.findAccount(state, body.identity);
      return correct.login(
        state,
        account && passwords.includes(body.password ?? '')
          ? { ...body, password: account.password }
          : body,
      );
    },
  },
  'login/token-does-not-replace-the-password: accepts a token in place of the password': {
    respond: async (state, request) => {
      const owner = correct.authenticate(state, request);
      if (!request.path.endsWith('/login') || isRefusal(owner))
        return correct.respond(state, request);
      return {
        data: state.behaviour.loginResult(state, state.behaviour.openSession(state, owner)),
      };
    },
  },
  'login/empty-password-is-rejected: accepts an empty password': alsoPassword(
    (given) => given === '',
  ),
  'login/password-must-be-a-string: accepts true': alsoPassword((given) => Object.is(given, true)),
  'login/password-must-be-a-string: accepts a query operator': alsoPassword((given) =>
    Object.hasOwn(Object(given), '$ne'),
  ),
  'login/password-is-required: requires no password': {
    login: (state, body) =>
      correct.login(state, {
        ...body,
        password: body.password ?? correct.findAccount(state, body.identity)?.password ?? '',
      }),
  },
  'login/password-is-required: requires no password of an account with MFA': {
    login: async (state, body) => {
      const account = correct.findAccount(state, body.identity);
      if (account?.totpSecret === undefined || body.password !== undefined)
        return correct.login(state, body);
      return {
        data: state.behaviour.loginResult(state, state.behaviour.openSession(state, account)),
      };
    },
  },
  'login/nul-does-not-end-a-password: ends a password at NUL': {
    ...uncheckedLogin,
    ...comparePasswords((real, given) => real === String(given).split('\0')[0]),
  },
  'login/password-length: counts UTF-16 units': rejectingLonger('password', 1024),
  'login/password-length: accepts any length': uncheckedLogin,
};
