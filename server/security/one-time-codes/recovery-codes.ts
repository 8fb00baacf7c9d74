import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';
import { readRecoveryCode } from './recovery-code-form.ts';

// Crockford's base32: no i, l, o or u, which are easily misread.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 75 random bits, such as `4m8vq-0tz5k-w7c2n`, to be shown once. */
export function createRecoveryCodes(random: Random): string[] {
  return Array.from({ length: 10 }, () => {
    // 256 is a multiple of 32, so that all characters have the same probability.
    const text = Array.from(random(15), (byte) => alphabet.charAt(byte % 32)).join('');
    return `${text.slice(0, 5)}-${text.slice(5, 10)}-${text.slice(10)}`;
  });
}

/**
 * The stored form of a code as a user types it, or `undefined` when it is not a recovery code. SHA-256 is enough, as a code
 * has 75 random bits.
 */
export function hashRecoveryCode(input: string): string | undefined {
  const code = readRecoveryCode(input);
  return code && createHash('sha256').update(code).digest('hex');
}
