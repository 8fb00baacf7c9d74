import { OperatorError } from '../../server/operator-error.ts';

// Characters that users cannot type at a login, or that make two identities or nicknames look the same on a screen.
const invisible = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u;
const space = /\p{White_Space}/u;

/** The same rules as the contract's for `identity`: an account must be able to log in. */
export function checkIdentity(identity: string): void {
  const fail = (problem: string) => new OperatorError('identity_invalid', `the identity ${problem}`);
  const length = lengthOf(identity);
  if (length < 3 || length > 254) throw fail('must have 3 to 254 characters');
  if (invisible.test(identity) || space.test(identity))
    throw fail('must not contain spaces or control characters');
  const [before, after, ...more] = identity.split('@');
  if (!before || !after || more.length > 0) throw fail('must have exactly one @, with text on both sides');
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
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
