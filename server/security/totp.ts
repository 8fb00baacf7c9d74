import { timingSafeEqual } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import type { Random } from './random.ts';

// What every authenticator app supports (RFC 6238, with the defaults of the otpauth URI).
const algorithm = 'SHA1';
const digits = 6;
const periodSeconds = 30;

/** A new shared secret in base32: 160 bits, the length RFC 4226 section 4 recommends. */
export function createTotpSecret(random: Random): string {
  return new Secret({ buffer: new Uint8Array(random(20)).buffer }).base32;
}

/** Whether `text` has the form of a TOTP code: six ASCII digits and nothing else. */
export function isTotpCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text);
}

/**
 * The absolute number of the time step that `code` belongs to, at most one step before or after `nowMs`, or
 * `undefined`. Whether the step was used before is for the store to say, in the transaction that consumes it
 * (RFC 6238 section 5.2).
 */
export function matchStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const key = Secret.fromBase32(secret);
  const given = Buffer.from(code);
  const current = Math.floor(nowMs / 1000 / periodSeconds);

  // Every step is computed and compared in constant time: how long it takes does not tell which one was near.
  const matching = [current - 1, current, current + 1].filter((step) => {
    const expected = HOTP.generate({ secret: key, algorithm, digits, counter: step });
    return timingSafeEqual(Buffer.from(expected), given);
  });
  // Two steps share a code once in a million: the later one counts, so that consuming it retires both.
  return matching.at(-1);
}

/** The code of the step that `nowMs` lies in: for operators' tools and tests. */
export function currentTotpCode(secret: string, nowMs: number): string {
  const counter = Math.floor(nowMs / 1000 / periodSeconds);
  return HOTP.generate({ secret: Secret.fromBase32(secret), algorithm, digits, counter });
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
