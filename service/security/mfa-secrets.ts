import { createHash, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { algorithm, digits, findStep, periodSeconds, readRecoveryCode } from './one-time-codes.ts';
import type { Random } from './random.ts';

/** A new shared secret in base32: 160 bits, the length RFC 4226 section 4 recommends. */
export function createTotpSecret(random: Random): string {
  return new Secret({ buffer: new Uint8Array(random(20)).buffer }).base32;
}

/**
 * The absolute number of the time step that `code` belongs to, at most one step before or after `nowMs`, or `undefined`.
 * The store checks whether the step was used before, in the transaction that consumes it (RFC 6238 section 5.2).
 */
export function matchStep(secret: string, code: string, nowMs: number): number | undefined {
  return findStep(secret, code, nowMs, (expected, given) =>
    timingSafeEqual(Buffer.from(expected), Buffer.from(given)),
  );
}

/** The `otpauth://` URI that authenticator apps read, usually as a QR code. */
export function otpauthUri(secret: string, account: string, issuer: string): string {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    label: account,
    issuer,
    algorithm,
    digits,
    period: periodSeconds,
  }).toString();
}

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

/** `undefined` when it is no recovery code. SHA-256 is enough, as a code has 75 random bits. */
export function hashRecoveryCode(input: string): string | undefined {
  const code = readRecoveryCode(input);
  return code && createHash('sha256').update(code).digest('hex');
}
