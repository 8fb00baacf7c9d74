import { HOTP, Secret } from 'otpauth';

/** The TOTP step that a code belongs to, or the hash of a recovery code. */
export type OneTimeCode = { readonly totpStep: number } | { readonly recoveryCodeHash: string };

export interface CodeReaderDeps {
  readonly matchStep: (totpSecret: string, code: string, now: number) => number | undefined;
  readonly hashRecoveryCode: (input: string) => string | undefined;
}

/** Reads the `otp` of a login. Six digits are a TOTP code; anything else may be a recovery code. */
export type ReadCode = (totpSecret: string, otp: string, now: number) => OneTimeCode | undefined;

export function createCodeReader({ matchStep, hashRecoveryCode }: CodeReaderDeps): ReadCode {
  return (totpSecret, otp, now) => {
    if (isTotpCode(otp)) {
      const totpStep = matchStep(totpSecret, otp, now);
      return totpStep === undefined ? undefined : { totpStep };
    }
    const recoveryCodeHash = hashRecoveryCode(otp);
    return recoveryCodeHash === undefined ? undefined : { recoveryCodeHash };
  };
}

// What every authenticator app supports (RFC 6238, with the defaults of the otpauth URI).
export const algorithm = 'SHA1';
export const digits = 6;
export const periodSeconds = 30;

/** Whether `text` has the form of a TOTP code: six ASCII digits and nothing else. */
export function isTotpCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text);
}

/**
 * The absolute number of the time step that `code` belongs to, at most one step before or after `nowMs`, or `undefined`.
 * `isSame` compares two codes of six digits, in constant time on a real server.
 */
export function findStep(
  secret: string,
  code: string,
  nowMs: number,
  isSame: (expected: string, given: string) => boolean,
): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const key = Secret.fromBase32(secret);
  const current = Math.floor(nowMs / 1000 / periodSeconds);

  // Every step is computed and compared, so that the time does not reveal which one matched.
  const matching = [current - 1, current, current + 1].filter((step) =>
    isSame(HOTP.generate({ secret: key, algorithm, digits, counter: step }), code),
  );
  // Once in a million, two steps have the same code. The later one counts, so that consuming it ends both.
  return matching.at(-1);
}

/** The code of the step that `nowMs` lies in: for operators' tools and tests. */
export function currentTotpCode(secret: string, nowMs: number): string {
  const counter = Math.floor(nowMs / 1000 / periodSeconds);
  return HOTP.generate({ secret: Secret.fromBase32(secret), algorithm, digits, counter });
}

/** In any case, with any dashes and spaces, o for 0, i or l for 1. `undefined`: it is none. */
export function readRecoveryCode(input: string): string | undefined {
  const code = input
    .toLowerCase()
    .replaceAll(/[-\s]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{15}$/.test(code) ? code : undefined;
}
