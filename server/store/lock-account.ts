import type { Selectable } from 'kysely';
import type { StoreTransaction } from './engine.ts';
import type { AccountsTable } from './schema.ts';

/**
 * Reads an account and keeps others from changing it until the transaction ends: the lock of the row in PostgreSQL, in
 * SQLite that of the whole file, which the transaction has anyway.
 */
export async function lockAccount(
  transaction: StoreTransaction,
  id: string,
): Promise<Selectable<AccountsTable> | undefined> {
  return transaction.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}
