import {
  createRecoveryCodes,
  createTotpSecret,
  hashRecoveryCode,
  matchStep,
  otpauthUri,
} from '../../server/security/mfa-secrets.ts';
import type { Random } from '../../server/security/random.ts';
import type { NewMfa } from '../../server/store/accounts/account-row.ts';

const issuer = 'Account Access';

/** Returns what the owner of an account enters into an authenticator app. Nothing is stored yet. */
export function prepareMfa(identity: string, random: Random) {
  const totpSecret = createTotpSecret(random);
  return { totpSecret, uri: otpauthUri(totpSecret, identity, issuer) };
}

/** `undefined` when the code is wrong. The code is consumed: it cannot log in too. */
export function confirmMfa(
  { totpSecret }: { readonly totpSecret: string },
  code: string,
  random: Random,
  now: number,
): { readonly mfa: NewMfa; readonly recoveryCodes: readonly string[] } | undefined {
  const confirmedStep = matchStep(totpSecret, code, now);
  if (confirmedStep === undefined) return undefined;
  const recoveryCodes = createRecoveryCodes(random);
  return {
    mfa: { totpSecret, confirmedStep, recoveryCodeHashes: hashAll(recoveryCodes) },
    recoveryCodes,
  };
}

export function hashAll(recoveryCodes: readonly string[]): string[] {
  return recoveryCodes.map(hashRecoveryCode).filter((hash) => hash !== undefined);
}
