import { retryWhileBusy } from './busy.ts';
import type { Sqlite } from './sqlite.ts';

type Connection = Pick<Sqlite, 'exec' | 'inTransaction'>;

/**
 * Begins a transaction that writes. A plain `begin` takes the write lock at the first write. If another transaction has written
 * since the first read, that write fails. `begin immediate` takes the lock first, so that each transaction sees what the last
 * one wrote.
 */
export function begin(sqlite: Connection): Promise<void> {
  return retryWhileBusy(() => sqlite.exec('begin immediate'));
}

export function commit(sqlite: Connection): Promise<void> {
  return retryWhileBusy(() => sqlite.exec('commit'));
}

/**
 * Rolls back, unless SQLite did so by itself, as after errors such as a full disk (lang_transaction, 3). A second rollback would
 * fail, and hide the first error.
 */
export function rollBack(sqlite: Connection): void {
  if (sqlite.inTransaction) sqlite.exec('rollback');
}

/** Runs `work` in a transaction, which is rolled back when it throws. */
export async function runInTransaction(sqlite: Connection, work: () => Promise<void>): Promise<void> {
  await begin(sqlite);
  try {
    await work();
    await commit(sqlite);
  } catch (error) {
    rollBack(sqlite);
    throw error;
  }
}
