import { timingSafeEqual } from 'node:crypto';
import type { Seals } from '../../security/encryption/seals.ts';
import { sealedPlaces } from '../encryption/sealed-columns.ts';
import type { StoreTransaction } from '../engine/engine.ts';

/**
 * Stores the hashes as the account's only recovery codes. They are sealed, not hashed with a key: a new key can then take
 * them over without the codes, which only their owner has.
 */
export async function storeRecoveryCodes(
  transaction: StoreTransaction,
  seals: Seals,
  accountId: string,
  hashes: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  if (hashes.length === 0) return;
  const place = sealedPlaces(accountId).recoveryCodeHash;
  await transaction
    .insertInto('recovery_codes')
    .values(
      hashes.map((hash) => ({ account_id: accountId, code_hash: seals.seal(place, hash), used_at: null })),
    )
    .execute();
}

/** Whether it was there and unused: it is used now. */
export async function consumeRecoveryCode(
  transaction: StoreTransaction,
  seals: Seals,
  accountId: string,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const place = sealedPlaces(accountId).recoveryCodeHash;
  const unused = await transaction
    .selectFrom('recovery_codes')
    .select('code_hash as sealed')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
  const [found] = unused.filter(({ sealed }) => isSame(seals.open(place, sealed), codeHash));
  if (found === undefined) return false;
  const { numUpdatedRows } = await transaction
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', found.sealed)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function isSame(hash: string, other: string): boolean {
  return hash.length === other.length && timingSafeEqual(Buffer.from(hash), Buffer.from(other));
}
