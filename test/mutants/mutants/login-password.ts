import { correct } from '../model/correct.ts';
import { invalid, isRefusal } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { comparePasswords, uncheckedLogin } from './overrides.ts';

export const loginPasswordMutants: readonly Mutant[] = [
  ...mutantsOf('login/wrong-password-is-rejected', { 'any password opens': comparePasswords(() => true) }),
  ...mutantsOf('login/empty-password-is-rejected', {
    'an empty password opens': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => given === '' || real === given),
    },
    'a blank password opens': comparePasswords((real, given) => given.trim() === '' || real === given),
  }),
  ...mutantsOf('login/password-must-be-a-string', {
    'true opens': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === given || Object.is(given, true)),
    },
    'null opens': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === given || given === null),
    },
    'an operator opens': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === given || Object.hasOwn(Object(given), '$ne')),
    },
  }),
  ...mutantsOf('login/password-is-not-a-pattern', {
    'the password is a pattern of SQL': comparePasswords((real, given) =>
      new RegExp(`^${given.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`.replaceAll('%', '.*')).test(real),
    ),
    'the password is run as SQL': comparePasswords(
      (real, given) => real === given || given.includes("' OR '1'='1"),
    ),
    'the password is a regular expression': comparePasswords((real, given) => {
      try {
        return new RegExp(`^${given}$`).test(real);
      } catch {
        return false;
      }
    }),
  }),
  ...mutantsOf('login/password-is-required', {
    'no password is needed': {
      login: (world, body) =>
        correct.login(world, {
          ...body,
          password: body.password ?? correct.findAccount(world, body.identity)?.password ?? '',
        }),
    },
  }),
  ...mutantsOf('login/password-is-case-sensitive', {
    'passwords are folded': comparePasswords((real, given) => real.toLowerCase() === given.toLowerCase()),
  }),
  ...mutantsOf('login/password-is-not-trimmed', {
    'passwords are trimmed': comparePasswords((real, given) => real === given.trim()),
    'a line feed is cut off': comparePasswords((real, given) => real === given.replace(/\n$/, '')),
  }),
  ...mutantsOf('login/longer-password-is-rejected', {
    'what begins with the password opens': comparePasswords((real, given) => given.startsWith(real)),
  }),
  ...mutantsOf('login/partial-password-is-rejected', {
    'a prefix opens': comparePasswords((real, given) => real.startsWith(given)),
    'eight characters count': comparePasswords((real, given) => real.slice(0, 8) === given.slice(0, 8)),
  }),
  ...mutantsOf('login/nul-does-not-end-a-password', {
    'NUL ends a password': {
      ...uncheckedLogin,
      ...comparePasswords((real, given) => real === String(given).split('\0')[0]),
    },
  }),
  ...mutantsOf('login/password-is-not-normalized', {
    'compatibility characters are folded': comparePasswords(
      (real, given) => real === given.normalize('NFKC'),
    ),
    'invisible characters are left out': comparePasswords(
      (real, given) => real === given.replaceAll('\u200B', ''),
    ),
  }),
  ...mutantsOf('login/password-is-not-cut-at-72-bytes', {
    'passwords are cut at 72 octets': comparePasswords((real, given) => cut(real) === cut(given)),
  }),
  ...mutantsOf('login/password-length', {
    'long passwords are invalid': {
      checkLogin: (value) => {
        const body = correct.checkLogin(value);
        const long = !isRefusal(body) && (body.password?.length ?? 0) > 128;
        return long ? invalid('/body/password', 'maxLength', 'is too long') : body;
      },
    },
    'units of UTF-16 are counted': {
      checkLogin: (value) => {
        const body = correct.checkLogin(value);
        const long = !isRefusal(body) && (body.password?.length ?? 0) > 1024;
        return long ? invalid('/body/password', 'maxLength', 'is too long') : body;
      },
    },
    'any length will do': uncheckedLogin,
  }),
];

function cut(password: string): string {
  return Buffer.from(password).subarray(0, 72).toString('hex');
}
