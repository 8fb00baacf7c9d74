import type { Selectable } from 'kysely';
import type { StoreTransaction } from '../engine.ts';
import type { AccountsTable } from '../schema.ts';
import { createStatement } from '../statement.ts';

/** The columns that changes of an account depend on. */
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
 * Reads an account and locks it until the transaction ends: its row in PostgreSQL. In SQLite the transaction has locked the
 * whole file.
 */
export async function lockAccount(
  transaction: StoreTransaction,
  id: string,
): Promise<LockedAccount | undefined> {
  return (await select(transaction, { id })).rows[0];
}

/** Locks several accounts, in the order of their ids, so that two transactions that do so never block each other. */
export async function lockAccounts(transaction: StoreTransaction, ids: readonly string[]): Promise<void> {
  await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}
