import type { Selectable } from 'kysely';
import type { StoreTransaction } from './engine.ts';
import type { AccountsTable } from './schema.ts';

/**
 * Reads an account and keeps others from changing it until the transaction ends. An update that changes nothing locks
 * the row in engines where transactions run side by side; in SQLite the transaction is alone anyway.
 */
export async function lockAccount(
  transaction: StoreTransaction,
  id: string,
): Promise<Selectable<AccountsTable> | undefined> {
  return transaction
    .updateTable('accounts')
    .set((expression) => ({ revision: expression.ref('revision') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}
