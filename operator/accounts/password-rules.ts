import { OperatorError } from '../../server/operator-error.ts';
import { lengthOf } from './account-rules.ts';
import { isMadeOfRuns, isMadeOfWords, repeatsPattern } from './trivial-passwords.ts';

/** In code points, from NIST SP 800-63B-4, 3.1.1.2: for a password alone, and for one beside another factor. */
const shortestAlone = 15;
const shortestWithMfa = 8;
const longest = 1024;

const advice = 'take four words that have nothing to do with one another';

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly identity: string;
  readonly nickname: string;
  readonly mfaEnabled: boolean;
}

/** Whether a password is long enough only beside another factor. */
export function isShortPassword(password: string): boolean {
  return lengthOf(password) < shortestAlone;
}

/**
 * For new passwords only: one that was set stays valid, exactly as it was. Nothing is asked of what it is made of; it must
 * be long, and must not be among the first that anybody would try.
 * @throws OperatorError that says which rule is broken and what to do, and quotes nothing
 */
export async function checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
  checkLength(password, owner.mfaEnabled);
  // The contract refuses both in every string of a request.
  if (/[\0\p{Cs}]/u.test(password)) throw refusal('must not contain NUL or half a character');
  await checkGuessable(password, owner);
}

function checkLength(password: string, mfaEnabled: boolean): void {
  const length = lengthOf(password);
  if (length === 0) throw refusal('must not be empty');
  if (length > longest) throw refusal(`must have at most ${longest} characters`);
  if (length < (mfaEnabled ? shortestWithMfa : shortestAlone)) {
    throw refusal(
      mfaEnabled
        ? `must have at least ${shortestWithMfa} characters: ${advice}`
        : `must have at least ${shortestAlone} characters, or ${shortestWithMfa} on an account with MFA: ${advice}`,
    );
  }
}

// Compared as people would take it to be the same: in any case and width.
async function checkGuessable(password: string, owner: PasswordOwner): Promise<void> {
  const text = password.normalize('NFKC').toLowerCase();
  const bare = text.replace(/[\d\s!?.*#_-]+$/u, '');
  const common = await commonPasswords();
  if (common.has(text) || common.has(bare))
    throw refusal(`is among the most common ones, or one of them with digits behind: ${advice}`);
  for (const form of [text, bare]) {
    if (repeatsPattern(form)) throw refusal(`is a few characters over and over: ${advice}`);
    if (isMadeOfRuns(form))
      throw refusal(`is made of keys side by side, or of the alphabet or digits in order: ${advice}`);
  }
  const words = wordsOf(owner);
  if ([text, bare].some((form) => isMadeOfWords(lettersOf(form), words)))
    throw refusal(`is made of the identity, the nickname or the name of the service: ${advice}`);
}

/** What an attacker knows of the account, each also without what is neither letter nor digit. */
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

/** Passwords that were found most often in leaks, in lower case: some 49,000. They are read when first asked for. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loaded;
}
