import type { DatabaseConnection, Dialect } from 'kysely';
import { DummyDriver, Kysely, Transaction } from './kysely.ts';
import type { NewEvent, Schema } from './schema.ts';
import type { Executor } from './statement.ts';

export type EngineKind = 'sqlite' | 'postgres';

/** A connection for reading. Changes use `write`. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'fn' | 'getExecutor'>;

export type StoreTransaction = Transaction<Schema> & {
  /** The events of the audit log that are added at the end of the transaction. Without it, they are added at once. */
  readonly lastEvents?: NewEvent[];
};

/** Makes transactions of connections on which one is open. */
export function transactionMaker(
  dialect: Dialect,
): (connection: DatabaseConnection) => StoreTransaction {
  const compiling = new Kysely<Schema>({ dialect }).getExecutor();
  return (connection) => {
    const executor = compiling.withConnectionProvider({
      provideConnection: (use) => use(connection),
    });
    return new Transaction<Schema>({
      config: { dialect },
      dialect,
      driver: new DummyDriver(),
      executor,
    });
  };
}

/** The database of the store. Each part of the store uses it: `createAccounts(engine)`. */
export interface Engine {
  readonly kind: EngineKind;
  /** Sees only committed data. */
  readonly reader: Reader;
  /**
   * Makes a change that is on the disk when the promise resolves. `work` runs in one transaction; when it throws, its changes are
   * rolled back. Changes that arrive together share a commit, so `work` must await only its statements (no hashing, no network, no
   * other connection), and all of them. It may run again when it was rolled back, and never when its commit may have succeeded.
   *
   * A change that locks an account first names it with `accountId`. While another process has locked the account, changes of
   * other accounts then go on. A patient change waits up to 15 ms after the last commit for others that share the next one.
   */
  write<Result>(
    work: (transaction: StoreTransaction) => Promise<Result>,
    accountId?: string,
    isPatient?: boolean,
  ): Promise<Result>;
  /**
   * Makes a change that survives a crash of this process, but a power cut may lose the last of them: for counts. What is preferred
   * does not wait behind the rest. In PostgreSQL each statement is a transaction of its own; in SQLite `work` is one.
   */
  writeRelaxed<Result>(
    work: (on: Executor) => Promise<Result>,
    isPreferred?: boolean,
  ): Promise<Result>;
  /** Whether a change came through a pooler such as PgBouncer. @default never */
  isPooled?(): boolean;
  /** Whether an error means that the database cannot work now, and a later attempt may succeed. Other errors are bugs. */
  isOutage(error: unknown): boolean;
  /** Throws when the file of the database was removed or replaced since it was opened. With `everyMs`, looks only that often. */
  checkFile(everyMs?: number): void;
  /** Rejects where a change of one row still succeeds: no space is left for new rows, or no connection can be opened to count requests. */
  checkWriting(): Promise<void>;
  /**
   * Removes previous versions of changed and deleted rows from the files of the database, where the engine can. In SQLite, the
   * write-ahead log has them until the process that checkpoints empties it.
   */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
