import { correct } from '../model/correct.ts';
import { invalid, isRefusal } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { comparePasswords, uncheckedLogin } from './overrides.ts';

export const loginPasswordMutants: readonly Mutant[] = [
  ...mutantsOf('login/wrong-password-is-rejected', { 'accepts any password': comparePasswords(() => true) }),
  ...mutantsOf('login/empty-password-is-rejected', {
    'accepts an empty password': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => given === '' || real === given),
    },
    'accepts a password of spaces': comparePasswords((real, given) => given.trim() === '' || real === given),
  }),
  ...mutantsOf('login/password-must-be-a-string', {
    'accepts true': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === given || Object.is(given, true)),
    },
    'accepts null': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === given || given === null),
    },
    'accepts a query operator': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === given || Object.hasOwn(Object(given), '$ne')),
    },
  }),
  ...mutantsOf('login/password-is-not-a-pattern', {
    'reads the password as an SQL pattern': comparePasswords((real, given) =>
      new RegExp(`^${given.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`.replaceAll('%', '.*')).test(real),
    ),
    'runs the password as SQL': comparePasswords(
      (real, given) => real === given || given.includes("' OR '1'='1"),
    ),
    'reads the password as a regular expression': comparePasswords((real, given) => {
      try {
        return new RegExp(`^${given}$`).test(real);
      } catch {
        return false;
      }
    }),
  }),
  ...mutantsOf('login/password-is-required', {
    'requires no password': {
      login: (world, body) =>
        correct.login(world, {
          ...body,
          password: body.password ?? correct.findAccount(world, body.identity)?.password ?? '',
        }),
    },
  }),
  ...mutantsOf('login/password-is-case-sensitive', {
    'ignores the case of passwords': comparePasswords(
      (real, given) => real.toLowerCase() === given.toLowerCase(),
    ),
  }),
  ...mutantsOf('login/password-is-not-trimmed', {
    'trims passwords': comparePasswords((real, given) => real === given.trim()),
    'removes a line feed at the end': comparePasswords((real, given) => real === given.replace(/\n$/, '')),
  }),
  ...mutantsOf('login/longer-password-is-rejected', {
    'accepts text that starts with the password': comparePasswords((real, given) => given.startsWith(real)),
  }),
  ...mutantsOf('login/partial-password-is-rejected', {
    'accepts a prefix': comparePasswords((real, given) => real.startsWith(given)),
    'compares only eight characters': comparePasswords(
      (real, given) => real.slice(0, 8) === given.slice(0, 8),
    ),
  }),
  ...mutantsOf('login/nul-does-not-end-a-password', {
    'ends a password at NUL': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === String(given).split('\0')[0]),
    },
  }),
  ...mutantsOf('login/password-is-not-normalized', {
    'normalizes compatibility characters': comparePasswords(
      (real, given) => real === given.normalize('NFKC'),
    ),
    'removes invisible characters': comparePasswords(
      (real, given) => real === given.replaceAll('\u200B', ''),
    ),
  }),
  ...mutantsOf('login/password-is-not-cut-at-72-bytes', {
    'cuts passwords at 72 bytes': comparePasswords((real, given) => cut(real) === cut(given)),
  }),
  ...mutantsOf('login/password-length', {
    'rejects long passwords': {
      checkLogin: (value) => {
        const body = correct.checkLogin(value);
        const long = !isRefusal(body) && (body.password?.length ?? 0) > 128;
        return long ? invalid('/body/password', 'maxLength', 'is too long') : body;
      },
    },
    'counts UTF-16 units': {
      checkLogin: (value) => {
        const body = correct.checkLogin(value);
        const long = !isRefusal(body) && (body.password?.length ?? 0) > 1024;
        return long ? invalid('/body/password', 'maxLength', 'is too long') : body;
      },
    },
    'accepts any length': uncheckedLogin,
  }),
];

function cut(password: string): string {
  return Buffer.from(password).subarray(0, 72).toString('hex');
}
