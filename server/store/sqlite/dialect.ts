import type {
  CompiledQuery,
  DatabaseConnection,
  QueryCompiler,
  QueryResult,
  SelectModifierNode,
} from 'kysely';
import { SqliteAdapter, SqliteDialect, SqliteDriver, SqliteQueryCompiler } from '../kysely.ts';
import { isBusy } from '../outage.ts';
import { retry } from '../write.ts';
import type { Sqlite, SqliteStatement } from './sqlite.ts';

/** Kysely's SQLite dialect, for several processes that write to one file. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite;

  constructor(database: Sqlite) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SharedSqliteDriver {
    return new SharedSqliteDriver(this.#database);
  }

  override createAdapter(): SharedSqliteAdapter {
    return new SharedSqliteAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new LocklessQueryCompiler();
  }
}

// SQLite has no row locks, and needs none: only one write transaction runs at a time.
class LocklessQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'SkipLocked')
      super.visitSelectModifier(node);
  }
}

class SharedSqliteDriver extends SqliteDriver {
  readonly #database: Sqlite;
  readonly #connection: SqliteConnection;

  constructor(database: Sqlite) {
    super({ database });
    this.#database = database;
    this.#connection = new SqliteConnection(database);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    // Waits until no other transaction has the connection.
    await super.acquireConnection();
    return this.#connection;
  }

  override beginTransaction(): Promise<void> {
    return retry(isBusy, () => begin(this.#database));
  }

  override commitTransaction(): Promise<void> {
    return retry(isBusy, () => this.#database.exec('commit'));
  }

  override async rollbackTransaction(): Promise<void> {
    rollBack(this.#database);
  }
}

/** Begins a transaction that writes. After a plain `begin`, its first write fails if another has written since its first read. */
export function begin(sqlite: Sqlite): void {
  sqlite.exec('begin immediate');
}

/** Rolls back, unless SQLite did, as on a full disk (lang_transaction, 3): a second rollback would fail and hide the first error. */
export function rollBack(sqlite: Sqlite): void {
  if (sqlite.inTransaction) sqlite.exec('rollback');
}

class SharedSqliteAdapter extends SqliteAdapter {
  // SQLite can roll back schema changes. With this, Kysely migrates in one transaction, whose write lock stops other
  // processes that start at the same time.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** More than the service has queries, so that only queries built for one call fill it. */
const capacity = 200;

/** A connection for Kysely, with a cache of prepared statements, as preparing most of them takes longer than running them. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: Sqlite;
  readonly #isInTransaction: boolean;
  readonly #prepared = new Map<string, SqliteStatement>();

  /** @param isInTransaction rejects statements after SQLite ended the transaction, as after a full disk (lang_transaction, 3) */
  constructor(database: Sqlite, { isInTransaction = false } = {}) {
    this.#database = database;
    this.#isInTransaction = isInTransaction;
  }

  // Inside a transaction the database is never busy. Outside one, a busy statement has done nothing. SQLite's own waiting
  // (`busy_timeout`) blocks the event loop, so it is short, and other requests continue during the pauses of `retry`.
  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return retry(isBusy, () => {
      const statement = this.#prepare(sql);
      try {
        // The types of the rows are those of the query that Kysely compiled.
        if (statement.reader) return { rows: statement.all(parameters) as Row[] };
        const { changes, lastInsertRowid } = statement.run(parameters);
        return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
      } catch (error) {
        this.#prepared.delete(sql);
        throw error;
      }
    });
  }

  streamQuery(): never {
    throw new Error('streams are not supported');
  }

  #prepare(sql: string): SqliteStatement {
    if (this.#isInTransaction && !this.#database.inTransaction)
      throw new Error('SQLite has ended the transaction');
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    // Those that are used often are soon prepared again.
    if (this.#prepared.size >= capacity) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
