import type { Kysely, Transaction } from 'kysely';
import type { NewEvent } from '../audit/chain.ts';
import type { Schema } from '../schema.ts';
import type { Executor, Statement } from './statement.ts';

export type EngineKind = 'sqlite' | 'postgres';

/** A connection for reading. Changes use `write`. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'fn' | 'getExecutor'>;

export type StoreTransaction = Transaction<Schema> & {
  /** In engines that add the events of the audit log as the transaction ends. */
  readonly lastEvents?: NewEvent[];
};

/** What an account's owner changes with one statement, which changes one row or none, and locks the account first. */
export interface Change<Values extends object> {
  readonly statement: Statement<Values, unknown>;
  readonly values: Values;
  /** What the audit log gets when a row was changed. */
  readonly event: NewEvent;
  readonly accountId: string;
}

/** The database of the store. Each part of the store uses it: `createAccounts(engine)`. */
export interface Engine {
  readonly kind: EngineKind;
  /** Sees only committed data. */
  readonly reader: Reader;
  /**
   * For rate limits: writes survive a crash of this process, but a power cut may lose the last of them. In PostgreSQL each
   * statement is a transaction of its own. In SQLite, works that arrive together share one, so each must await only its
   * statements, and may run again.
   */
  writeQuickly<Result>(work: (on: Executor) => Promise<Result>): Promise<Result>;
  /**
   * For all other changes. `work` runs in one transaction, which is rolled back when it throws. When the promise resolves,
   * the changes are on the disk. `work` must await only its transaction (no hashing, no network, no other connection), as
   * other writers wait for it. It may run again when the engine could not commit.
   *
   * Changes that arrive together may share a transaction. In PostgreSQL, these are changes of different accounts that name
   * theirs with `accountId`: each locks this account first, and no other one.
   */
  write<Result>(
    work: (transaction: StoreTransaction) => Promise<Result>,
    accountId?: string,
  ): Promise<Result>;
  /** Makes the change, as `write` does. Returns whether a row was changed. */
  change<Values extends object>(change: Change<Values>): Promise<boolean>;
  /** Whether an error means that the database cannot work now, and a later attempt may succeed. Other errors are bugs. */
  isOutage(error: unknown): boolean;
  /** Throws when the file of the database was removed or replaced since it was opened, so that changes go to another file. */
  checkFile(): void;
  /**
   * Rejects while the disk has no space for new rows. PostgreSQL may still change rows on a full disk, so a change of one row does
   * not show it.
   */
  checkSpace(): Promise<void>;
  /**
   * Removes previous versions of changed and deleted rows from the files of the database, where the engine can. In SQLite, the
   * write-ahead log has them until the process that checkpoints empties it.
   */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
