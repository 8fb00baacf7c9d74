import type { EncryptedPlace } from '../../security/encryption/encryption.ts';

/** The columns with encrypted texts, and the column with the account they belong to. */
export const encryptedColumns = [
  { kind: 'passwords', table: 'accounts', column: 'password_hash', owner: 'id' },
  { kind: 'totpSecrets', table: 'accounts', column: 'totp_secret', owner: 'id' },
  { kind: 'recoveryCodes', table: 'recovery_codes', column: 'code_hash', owner: 'account_id' },
  { kind: 'idempotencyRecords', table: 'idempotency_records', column: 'key_material', owner: 'account_id' },
] as const;

export type EncryptedColumn = (typeof encryptedColumns)[number];

/** The places that the secrets of an account are encrypted for. */
export function encryptedPlaces(accountId: string) {
  return {
    passwordHash: { column: 'accounts.password_hash', accountId },
    totpSecret: { column: 'accounts.totp_secret', accountId },
    recoveryCodeHash: { column: 'recovery_codes.code_hash', accountId },
    keyMaterial: { column: 'idempotency_records.key_material', accountId },
  } as const satisfies Record<string, EncryptedPlace>;
}
