import type { Selectable } from 'kysely';
import type { StoreTransaction } from '../engine/engine.ts';
import { createStatement } from '../engine/statement.ts';
import type { AccountsTable } from '../schema.ts';

/** What changes of an account depend on. */
export type LockedAccount = Pick<
  Selectable<AccountsTable>,
  'id' | 'identity' | 'totp_secret' | 'revision' | 'disabled_at'
>;

const select = createStatement((creator, { id }: { readonly id: string }) =>
  creator
    .selectFrom('accounts')
    .select(['id', 'identity', 'totp_secret', 'revision', 'disabled_at'])
    .where('id', '=', id)
    .forUpdate(),
);

/**
 * Reads an account and keeps others from changing it until the transaction ends: the lock of the row in PostgreSQL, in
 * SQLite that of the whole file, which the transaction has anyway.
 */
export async function lockAccount(
  transaction: StoreTransaction,
  id: string,
): Promise<LockedAccount | undefined> {
  return (await select(transaction, { id })).rows[0];
}
