import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

export type EngineKind = 'sqlite' | 'postgres';

/** A connection for reading: changes go through `write`. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'fn' | 'getExecutor'>;

export type StoreTransaction = Transaction<Schema>;

/** The database behind the store. Stores of one thing are made on it: `createAccounts(engine)`. */
export interface Engine {
  readonly kind: EngineKind;
  /** Sees what is committed, and nothing else. */
  readonly reader: Reader;
  /**
   * Writes that outlive this process, but whose last moments a power cut may take: for counting what is tried. Each
   * statement is a transaction of its own.
   */
  readonly quick: Kysely<Schema>;
  /**
   * All other changes. What `work` does through its transaction is done wholly or, when it throws, not at all; once this
   * answers, it is on the disk. `work` awaits its transaction and nothing else (no hashing, no network, no other
   * connection), as others wait for it, and it may run again when the engine could not complete it.
   */
  write<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;
  /** Whether an error says that the database cannot work now, as opposed to a bug: trying again later may help. */
  isOutage(error: unknown): boolean;
  close(): Promise<void>;
}
