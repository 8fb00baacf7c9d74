import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

export type EngineKind = 'sqlite' | 'postgres';

/** A connection for reading. Changes use `write`. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'fn' | 'getExecutor'>;

export type StoreTransaction = Transaction<Schema>;

/** The database of the store. Each part of the store uses it: `createAccounts(engine)`. */
export interface Engine {
  readonly kind: EngineKind;
  /** Sees only committed data. */
  readonly reader: Reader;
  /**
   * For rate limits: writes survive a crash of this process, but a power cut may lose the last of them. Each statement is a
   * transaction of its own.
   */
  readonly quick: Kysely<Schema>;
  /**
   * For all other changes. `work` runs in one transaction, which is rolled back when it throws. When the promise resolves,
   * the changes are on the disk. `work` must await only its transaction (no hashing, no network, no other connection), as
   * other writers wait for it. It may run again when the engine could not commit.
   */
  write<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;
  /** Whether an error means that the database cannot work now, and a later attempt may succeed. Other errors are bugs. */
  isOutage(error: unknown): boolean;
  close(): Promise<void>;
}
