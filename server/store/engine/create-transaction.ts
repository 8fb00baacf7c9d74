import { type Dialect, DummyDriver, type QueryExecutor, Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { StoreTransaction } from './engine.ts';

/** What runs its statements on `executor`, where a transaction is open. */
export function createTransaction(dialect: Dialect, executor: QueryExecutor): StoreTransaction {
  return new Transaction<Schema>({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
}
