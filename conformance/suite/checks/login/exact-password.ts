import { decided, type Failure, mismatch, nothingToJudge, safety } from '../../../engine/index.ts';
import { loginRequest, swapCase } from '../support/requests/operation-requests.ts';
import { failures } from '../support/responses/verdicts.ts';
import { loginCheck, serviceChecks } from '../support/service-context.ts';
import { mustRejectPasswords, rejectsPasswords } from './password.ts';

export const exactPasswordChecks = serviceChecks(safety('password'), {
  'login/password-is-case-sensitive': rejectsPasswords({
    rule: 'Rejects the password in a different letter case.',
    ...safety('password'),
    maxTries: 3,
    tries: (password) => ({
      'swapped case': swapCase(password),
      'lower case': password.toLowerCase(),
      'upper case': password.toUpperCase(),
    }),
  }),
  'login/password-is-not-trimmed': rejectsPasswords({
    rule: 'Rejects the password with white space before or after it.',
    ...safety('password'),
    maxTries: 3,
    tries: (password) => ({
      'space after it': `${password} `,
      'space before it': ` ${password}`,
      'line feed after it': `${password}\n`,
    }),
  }),
  'login/longer-password-is-rejected': rejectsPasswords({
    rule: 'Rejects the password with one more character.',
    ...safety('password'),
    maxTries: 2,
    tries: (password) => ({
      'one more letter': `${password}x`,
      'its last character twice': `${password}${[...password].at(-1)}`,
    }),
  }),
  'login/partial-password-is-rejected': rejectsPasswords({
    rule: 'Rejects a part of the password.',
    ...safety('password'),
    maxTries: 4,
    tries: (password) => ({
      'without its last character': password.slice(0, -1),
      'without its first character': password.slice(1),
      'its first eight characters': password.slice(0, 8),
      'its first character': password.slice(0, 1),
    }),
  }),
  'login/nul-does-not-end-a-password': rejectsPasswords({
    rule: 'Rejects the password with a NUL character after it, with or without more text.',
    ...safety('password'),
    maxTries: 2,
    // HMAC, and so PBKDF2 and scrypt, pads a short key with NUL characters.
    decided: ['NUL after it'],
    tries: (password) => ({
      'NUL after it': `${password}\0`,
      'NUL and a letter after it': `${password}\0x`,
    }),
  }),
  'login/password-is-not-normalized': rejectsPasswords({
    rule: 'Rejects the password in full-width characters, or with a zero-width space inside.',
    ...decided('password'),
    maxTries: 2,
    tries: (password) => ({
      'full-width letters': password.replaceAll(/[A-Za-z0-9]/g, (one) =>
        String.fromCharCode(one.charCodeAt(0) + 0xfee0),
      ),
      'a zero-width space inside': `${password.slice(0, 1)}\u200B${password.slice(1)}`,
    }),
  }),
  'login/letters-beyond-ascii': loginCheck({
    rule: 'Rejects the password with a letter beyond ASCII in place of a similar one, or the reverse.',
    cost: { logins: 0, failures: 5 },
    run: async (context) => {
      const { account, secondAccount } = context.profile.fixtures;
      const accounts = [account, secondAccount].filter((one) => one !== undefined);
      // Where the password has such a letter, more can be tried.
      const tried = accounts.find(({ password }) => beyondAscii.test(password)) ?? accounts[0];
      if (tried === undefined) return nothingToJudge('the profile has no account');

      const attempts = alikeBeyondAscii(tried.password);
      for (const password of Object.values(attempts))
        context.secrets.remember('ALTERED_PASSWORD', password);
      return mustRejectPasswords(context, tried, attempts);
    },
  }),
  'login/password-is-not-cut-at-72-bytes': loginCheck({
    rule: 'Rejects a long password that differs or ends after 72 bytes.',
    cost: { logins: 0, failures: 2 },
    run: async (context) => {
      const { account, secondAccount } = context.profile.fixtures;
      const long = [account, secondAccount].find(
        (one) => Buffer.byteLength(one?.password ?? '') > 72,
      );
      if (long === undefined)
        return nothingToJudge('no account in the profile has a password of more than 72 bytes');
      const cut = Buffer.from(long.password).subarray(0, 72).toString();
      context.secrets.remember('ALTERED_PASSWORD', cut);
      const length = long.password.length - cut.length;
      return mustRejectPasswords(context, long, {
        'its first 72 bytes': cut,
        'a different ending': `${cut}${'~'.repeat(Math.max(1, length))}`,
      });
    },
  }),
  'login/password-length': loginCheck({
    rule: 'Accepts only passwords of 1 to 1024 code points.',
    ...decided('password'),
    cost: { logins: 0, failures: 3 },
    run: async (context) => {
      const { identity } = context.account();
      const codeFor = async (
        key: string,
        password: string,
        code: number,
      ): Promise<Failure | undefined> => {
        const exchange = await context.call(loginRequest({ identity, password }));
        const got = context.outcomeOf(exchange).code;
        const invalid = code === 400 && got === 422;
        return got === code || invalid
          ? undefined
          : mismatch(`code ${code}`, `code ${got}`, [exchange], key);
      };
      return failures([
        await codeFor('empty', '', 400),
        // Outside the basic plane: the limit counts code points, not UTF-16 units.
        await codeFor('1024 code points', '\u{1F511}'.repeat(1024), 401),
        await codeFor('1025 code points', 'p'.repeat(1025), 400),
      ]);
    },
  }),
});

const beyondAscii = /[^\0-\x7f]/u;

/** Passwords that are the same to a server that loses what ASCII or Latin-1 does not have. */
function alikeBeyondAscii(password: string): Readonly<Record<string, string>> {
  const baseLetter = (letter: string) => letter.normalize('NFD').replace(/\p{M}+/u, '');
  const all = {
    'its letter beyond ASCII replaced by another': password.replace(beyondAscii, '\u0436'),
    'its letter beyond ASCII replaced by ?': password.replace(beyondAscii, '?'),
    'its letter beyond ASCII replaced by its base letter': password.replace(
      beyondAscii,
      baseLetter,
    ),
    'an accent on a letter': password.replace(/[aceinouy]/i, (letter) =>
      `${letter}\u0301`.normalize('NFC'),
    ),
    // Its lowest byte is that of the letter.
    'a letter replaced by one 256 code points further': password.replace(/[A-Za-z]/, (letter) =>
      String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x100),
    ),
  };
  return Object.fromEntries(Object.entries(all).filter(([, one]) => one !== password));
}
