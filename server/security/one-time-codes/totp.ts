import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Random } from '../random.ts';
import { algorithm, digits, findStep, periodSeconds } from './totp-step.ts';

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
