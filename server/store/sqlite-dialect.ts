import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { retryWhileBusy } from './busy.ts';

/** Kysely's SQLite dialect, made right for several processes that write to one file. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SharedSqliteDriver {
    return new SharedSqliteDriver({ database: this.#database });
  }

  override createAdapter(): TransactionalSqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

class SharedSqliteDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      // Only a statement outside a transaction, or the `begin` of one, ever finds the database busy, and it has then
      // done nothing: it can be done again.
      executeQuery: (query) => retryWhileBusy(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  // A plain `begin` takes the write lock at the first write, by when what was read may be out of date, and then
  // fails at once instead of waiting. Taking it at the start makes each transaction see what the last one wrote.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  // SQLite can roll back changes of schema. Saying so makes the migrator work in one transaction, whose write lock
  // keeps out other processes that start at the same time.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
