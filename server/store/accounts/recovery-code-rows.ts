import { timingSafeEqual } from 'node:crypto';
import type { Encryption } from '../../security/encryption/encryption.ts';
import type { StoreTransaction } from '../engine.ts';
import { encryptedPlaces } from '../schema.ts';

/**
 * Stores the hashes as the account's only recovery codes. They are encrypted, not hashed with a key: a rotation can
 * then move them to a new key without the codes, which only their owner has.
 */
export async function storeRecoveryCodes(
  transaction: StoreTransaction,
  encryption: Encryption,
  accountId: string,
  hashes: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  if (hashes.length === 0) return;
  const place = encryptedPlaces(accountId).recoveryCodeHash;
  await transaction
    .insertInto('recovery_codes')
    .values(
      hashes.map((hash) => ({
        account_id: accountId,
        code_hash: encryption.encrypt(place, hash),
        used_at: null,
      })),
    )
    .execute();
}

/** Consumes a code. Returns whether it was known and unused. */
export async function consumeRecoveryCode(
  transaction: StoreTransaction,
  encryption: Encryption,
  accountId: string,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const place = encryptedPlaces(accountId).recoveryCodeHash;
  const unused = await transaction
    .selectFrom('recovery_codes')
    .select('code_hash as encrypted')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
  const [found] = unused.filter(({ encrypted }) => isSame(encryption.decrypt(place, encrypted), codeHash));
  if (found === undefined) return false;
  const { numUpdatedRows } = await transaction
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', found.encrypted)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function isSame(hash: string, other: string): boolean {
  return hash.length === other.length && timingSafeEqual(Buffer.from(hash), Buffer.from(other));
}
