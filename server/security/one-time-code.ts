import { hashRecoveryCode } from './recovery-codes.ts';
import { isTotpCode, matchStep } from './totp.ts';

/** Which TOTP step a code belongs to, or the hash under which a recovery code is kept. */
export type OneTimeCode = { readonly totpStep: number } | { readonly recoveryCodeHash: string };

/** Reads what was sent as `otp`. Six digits are never a recovery code, and nothing else is a TOTP code. */
export function readOneTimeCode(totpSecret: string, otp: string, now: number): OneTimeCode | undefined {
  if (isTotpCode(otp)) {
    const totpStep = matchStep(totpSecret, otp, now);
    return totpStep === undefined ? undefined : { totpStep };
  }
  const recoveryCodeHash = hashRecoveryCode(otp);
  return recoveryCodeHash === undefined ? undefined : { recoveryCodeHash };
}
