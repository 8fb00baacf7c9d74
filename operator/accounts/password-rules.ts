import { OperatorError } from '../../server/operator-error.ts';
import type { Account } from '../../server/store/accounts/account-row.ts';

// Rows of keyboards, and columns of keyboards from top to bottom.
const rows = [
  ...['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', 'qwertzuiopü', 'asdfghjklöä'],
  ...['yxcvbnm,.-', 'azertyuiop', 'qsdfghjklm', 'wxcvbn,;:!', '!@#$%^&*()_+'],
  ...[
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
    'abcdefghijklmnopqrstuvwxyz',
    '01234567890',
    '147258369',
  ],
];
const runs = [...rows, ...rows.map((row) => Array.from(row).reverse().join(''))];

/** In code points, from NIST SP 800-63B-4, 3.1.1.2: as the only factor, and with a second factor. */
const shortestWithoutMfa = 15;
const shortestWithMfa = 8;
const longest = 1024;

const advice = 'use four unrelated words';

/** The owner of a new password. */
export type PasswordOwner = Pick<Account, 'identity' | 'nickname' | 'mfaEnabled'>;

/** Whether a password is too short without a second factor. */
export function isShortPassword(password: string): boolean {
  return lengthOf(password) < shortestWithoutMfa;
}

/**
 * Checks a new password; existing ones stay valid. It may consist of any characters, but must be long, and must not be one
 * that attackers try first.
 *
 * @throws OperatorError that says which rule failed and what to do, and does not quote the password
 */
export async function checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
  checkLength(password, owner.mfaEnabled);
  // The contract rejects both in every string of a request.
  if (/[\0\p{Cs}]/u.test(password)) throw refusal('must not contain NUL or a lone surrogate');
  await checkUncommon(password, owner);
}

function checkLength(password: string, mfaEnabled: boolean): void {
  const length = lengthOf(password);
  if (length === 0) throw refusal('must not be empty');
  if (length > longest) throw refusal(`must have at most ${longest} characters`);
  if (length < (mfaEnabled ? shortestWithMfa : shortestWithoutMfa)) {
    throw refusal(
      mfaEnabled
        ? `must have at least ${shortestWithMfa} characters: ${advice}`
        : `must have at least ${shortestWithoutMfa} characters, or ${shortestWithMfa} on an account with MFA: ${advice}`,
    );
  }
}

// Case and width make no difference.
async function checkUncommon(password: string, owner: PasswordOwner): Promise<void> {
  const text = password.normalize('NFKC').toLowerCase();
  const bare = text.replace(/[\d\s!?.*#_-]+$/u, '');
  const common = await commonPasswords();
  if (common.has(text) || common.has(bare))
    throw refusal(
      `is one of the most common passwords, or one of them followed by digits: ${advice}`,
    );
  for (const form of [text, bare]) {
    if (repeatsPattern(form)) throw refusal(`repeats a few characters: ${advice}`);
    if (isMadeOfWords(form, []))
      throw refusal(`consists of neighbouring keys, or of letters or digits in order: ${advice}`);
  }
  const words = wordsOf(owner);
  if ([text, bare].some((form) => isMadeOfWords(lettersOf(form), words)))
    throw refusal(`consists of the identity, the nickname or the name of the service: ${advice}`);
}

/** What an attacker knows about the account, with letters and digits only. */
function wordsOf({ identity, nickname }: PasswordOwner): string[] {
  const names = [identity, ...identity.split(/[@._+-]/u), identity.split('@')[0] ?? '', nickname];
  const service = ['account access', 'account', 'access', 'api key', 'service', 'password'];
  return [...names, ...service]
    .map((word) => lettersOf(word.normalize('NFKC').toLowerCase()))
    .filter((word) => word.length >= 3);
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function refusal(problem: string): OperatorError {
  return new OperatorError('password_invalid', `the password ${problem}`);
}

let loaded: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 most common passwords in leaks, in lower case. They are loaded at the first call. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loaded;
}

/** The length of the shortest run: two neighbouring keys are in many words. */
const shortest = 3;

/** Whether the text repeats one pattern of up to 8 characters. The last repetition may be incomplete. */
function repeatsPattern(text: string): boolean {
  for (let period = 1; period <= 8 && period * 2 <= text.length; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}

/**
 * Whether the text consists of these words, and of runs along the alphabet, the digits or a keyboard, or of one repeated
 * character, in any number and order.
 */
function isMadeOfWords(text: string, words: readonly string[]): boolean {
  const reached = new Set([0]);
  // Places are added after the current one, so that the loop reaches them too.
  for (let place = 0; place < text.length; place += 1) {
    if (!reached.has(place)) continue;
    const rest = text.slice(place);
    for (const word of words) if (rest.startsWith(word)) reached.add(place + word.length);
    for (const length of runLengths(rest)) reached.add(place + length);
  }
  return text.length > 0 && reached.has(text.length);
}

/** The lengths of all runs that the text starts with. */
function runLengths(text: string): number[] {
  const repeated = text.charAt(0).repeat(text.length);
  const longest = Math.max(...[repeated, ...runs].map((run) => sharedLength(text, run)));
  return Array.from(
    { length: Math.max(0, longest - shortest + 1) },
    (_, index) => shortest + index,
  );
}

function sharedLength(text: string, run: string): number {
  const start = run.indexOf(text.charAt(0));
  if (start < 0) return 0;
  let length = 1;
  while (start + length < run.length && text[length] === run[start + length]) length += 1;
  return length;
}

// Characters that users cannot type at a login, or that make two identities or nicknames look the same on a screen.
// U+FFFD stands for what was not UTF-8.
const invisible = /[\p{Cc}\p{Cs}\p{Bidi_Control}\ufffd]/u;
// With characters without a width, which the contract allows in part: two identities would look the same.
const space = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** At least the contract's rules for `identity`: an account must be able to log in. */
export function checkIdentity(identity: string): void {
  const fail = (problem: string) =>
    new OperatorError('identity_invalid', `the identity ${problem}`);
  const length = lengthOf(identity);
  if (length < 3 || length > 254) throw fail('must have 3 to 254 characters');
  if (invisible.test(identity) || space.test(identity))
    throw fail('must not contain spaces, or characters that are not visible');
  const [before, after, ...more] = identity.split('@');
  if (!before || !after || more.length > 0)
    throw fail('must have exactly one @, with text on both sides');
}

export function checkNickname(nickname: string): void {
  const length = lengthOf(nickname);
  if (length < 1 || length > 100 || invisible.test(nickname)) {
    throw new OperatorError(
      'nickname_invalid',
      'the nickname must have 1 to 100 characters, and no control characters',
    );
  }
}

/** In code points, as JSON Schema counts. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
