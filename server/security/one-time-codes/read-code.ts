import { isTotpCode } from './totp-step.ts';

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
