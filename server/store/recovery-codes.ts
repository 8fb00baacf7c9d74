import type { StoreTransaction } from './engine.ts';

/** Stores the hashes as the account's only recovery codes. */
export async function storeRecoveryCodes(
  transaction: StoreTransaction,
  accountId: string,
  hashes: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  if (hashes.length === 0) return;
  await transaction
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash, used_at: null })))
    .execute();
}

/** Whether it was there and unused: it is used now. */
export async function consumeRecoveryCode(
  transaction: StoreTransaction,
  accountId: string,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
