import { isTotpCode } from './totp-step.ts';

/** Which TOTP step a code belongs to, or the hash under which a recovery code is kept. */
export type OneTimeCode = { readonly totpStep: number } | { readonly recoveryCodeHash: string };

export interface CodeReaderDeps {
  readonly matchStep: (totpSecret: string, code: string, now: number) => number | undefined;
  readonly hashRecoveryCode: (typed: string) => string | undefined;
}

/** Reads what was sent as `otp`. Six digits are never a recovery code, and nothing else is a TOTP code. */
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
