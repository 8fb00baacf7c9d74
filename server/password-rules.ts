import { OperatorError } from './operator-error.ts';

/** The owner of a new password. */
export interface PasswordOwner {
  readonly identity: string;
  readonly nickname: string;
  readonly mfaEnabled: boolean;
}

/** In code points, from NIST SP 800-63B-4, 3.1.1.2: as the only factor, and with a second factor. */
const shortestAlone = 15;
const shortestWithMfa = 8;
const longest = 1024;

const advice = 'use four unrelated words';

/**
 * Checks a new password; existing ones stay valid. It may consist of any characters, but must be long, and must not be one that
 * attackers try first.
 *
 * @throws OperatorError that says which rule failed and what to do, and does not quote the password
 */
export async function checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
  const length = Array.from(password).length;
  const shortest = owner.mfaEnabled ? shortestWithMfa : shortestAlone;
  if (length > longest) throw rejected(`must have at most ${longest} characters`);
  if (length < shortest) {
    const withMfa = owner.mfaEnabled ? '' : `, or ${shortestWithMfa} on an account with MFA`;
    throw rejected(`must have at least ${shortest} characters${withMfa}: ${advice}`);
  }
  // The contract rejects both in every string of a request.
  if (/[\0\p{Cs}]/u.test(password)) throw rejected('must not contain NUL or a lone surrogate');

  const text = password.normalize('NFKC').toLowerCase();
  const bare = text.replace(/[\d\s!?.*#_-]+$/u, '');
  const common = await loadCommonPasswords();
  if (common.has(text) || common.has(bare)) {
    throw rejected(`is a common password, or one followed by digits: ${advice}`);
  }
  if (/^(.{1,8})\1+/u.exec(text)?.[0] === text)
    throw rejected(`repeats a few characters: ${advice}`);
  if (namesOf(owner).includes(lettersOf(bare))) {
    throw rejected(`is the identity, the nickname or the name of the service: ${advice}`);
  }
}

function namesOf({ identity, nickname }: PasswordOwner): string[] {
  const [local = ''] = identity.split('@');
  const names = [identity, local, nickname, local + nickname, 'account access'];
  return names.map((name) => lettersOf(name.normalize('NFKC').toLowerCase()));
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function rejected(problem: string): OperatorError {
  return new OperatorError(`the password ${problem}`);
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 most common passwords in leaks, in lower case. They are loaded at the first call. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loading;
}
