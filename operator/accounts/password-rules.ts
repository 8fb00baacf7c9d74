import { OperatorError } from '../../server/operator-error.ts';
import { lengthOf } from './account-rules.ts';
import { isMadeOfRuns, isMadeOfWords, repeatsPattern } from './trivial-passwords.ts';

/** In code points, from NIST SP 800-63B-4, 3.1.1.2: as the only factor, and with a second factor. */
const shortestWithoutMfa = 15;
const shortestWithMfa = 8;
const longest = 1024;

const advice = 'use four unrelated words';

/** The owner of a new password. */
export interface PasswordOwner {
  readonly identity: string;
  readonly nickname: string;
  readonly mfaEnabled: boolean;
}

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
    throw refusal(`is one of the most common passwords, or one of them followed by digits: ${advice}`);
  for (const form of [text, bare]) {
    if (repeatsPattern(form)) throw refusal(`repeats a few characters: ${advice}`);
    if (isMadeOfRuns(form))
      throw refusal(`consists of neighboring keys, or of letters or digits in order: ${advice}`);
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
