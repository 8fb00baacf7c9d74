import type { SealedPlace } from '../../security/encryption/seal.ts';

/** The columns that hold sealed texts, and the column that says whose they are. */
export const sealedColumns = [
  { kind: 'passwords', table: 'accounts', column: 'password_hash', owner: 'id' },
  { kind: 'totpSecrets', table: 'accounts', column: 'totp_secret', owner: 'id' },
  { kind: 'recoveryCodes', table: 'recovery_codes', column: 'code_hash', owner: 'account_id' },
] as const;

export type SealedColumn = (typeof sealedColumns)[number];

/** Where the secrets of an account are sealed for. */
export function sealedPlaces(accountId: string) {
  return {
    passwordHash: { column: 'accounts.password_hash', accountId },
    totpSecret: { column: 'accounts.totp_secret', accountId },
    recoveryCodeHash: { column: 'recovery_codes.code_hash', accountId },
  } as const satisfies Record<string, SealedPlace>;
}
