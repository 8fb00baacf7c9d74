import type {
  CompiledQuery,
  DatabaseConnection,
  QueryCompiler,
  QueryResult,
  SelectModifierNode,
} from 'kysely';
import { SqliteAdapter, SqliteDialect, SqliteDriver, SqliteQueryCompiler } from '../kysely.ts';
import type { DirectAdapter } from '../statement.ts';
import { retry } from '../write.ts';
import { isBusy } from './outage.ts';
import type { Sqlite, SqliteStatement } from './sqlite.ts';

/** Kysely's SQLite dialect, for several processes that write to one file. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite;
  readonly #statements: Statements;

  /** @param isInTransaction rejects statements after SQLite ended the transaction, as after a full disk (lang_transaction, 3) */
  constructor(database: Sqlite, { isInTransaction = false } = {}) {
    super({ database });
    this.#database = database;
    this.#statements = new Statements(database, isInTransaction);
  }

  override createDriver(): SharedSqliteDriver {
    return new SharedSqliteDriver(this.#database, this.#statements);
  }

  override createAdapter(): SharedSqliteAdapter {
    return new SharedSqliteAdapter(this.#statements);
  }

  override createQueryCompiler(): QueryCompiler {
    return new LocklessQueryCompiler();
  }
}

// SQLite has no row locks, and needs none: only one write transaction runs at a time.
class LocklessQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node);
  }
}

class SharedSqliteDriver extends SqliteDriver {
  readonly #database: Sqlite;
  readonly #statements: Statements;

  constructor(database: Sqlite, statements: Statements) {
    super({ database });
    this.#database = database;
    this.#statements = statements;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => execute(this.#statements, query),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
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

/**
 * Begins a transaction that writes. A plain `begin` takes the write lock at the first write. If another transaction has written
 * since the first read, that write fails. `begin immediate` takes the lock first, so that each transaction sees what the last
 * one wrote.
 */
export function begin(sqlite: Sqlite): void {
  sqlite.exec('begin immediate');
}

/**
 * Rolls back, unless SQLite did so by itself, as after errors such as a full disk (lang_transaction, 3). A second rollback would
 * fail, and hide the first error.
 */
export function rollBack(sqlite: Sqlite): void {
  if (sqlite.inTransaction) sqlite.exec('rollback');
}

// Inside a transaction the database is never busy. Outside one, a busy statement has done nothing. SQLite's own waiting
// (`busy_timeout`) blocks the event loop, so it is short, and other requests continue during the pauses of `retry`.
function execute<Row>(statements: Statements, query: CompiledQuery): Promise<QueryResult<Row>> {
  return retry(isBusy, () => {
    const statement = statements.prepare(query.sql);
    try {
      // The types of the rows are those of the query that Kysely compiled.
      if (statement.reader) return { rows: statement.all(query.parameters) as Row[] };
      const { changes, lastInsertRowid } = statement.run(query.parameters);
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
    } catch (error) {
      statements.forget(query.sql);
      throw error;
    }
  });
}

class SharedSqliteAdapter extends SqliteAdapter implements DirectAdapter {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    super();
    this.#statements = statements;
  }

  /**
   * There is one connection, so that a statement runs in the open transaction, if there is one. Only the code that opened the
   * transaction uses this connection.
   */
  readonly runDirectly = <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
    execute(this.#statements, query);

  // SQLite can roll back schema changes. With this, Kysely migrates in one transaction, whose write lock stops other
  // processes that start at the same time.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** More than the service has queries, so that only queries built for one call fill it. */
const capacity = 200;

/** A cache of a connection's prepared statements, as preparing most of them takes longer than running them. */
class Statements {
  readonly #database: Sqlite;
  readonly #isInTransaction: boolean;
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(database: Sqlite, isInTransaction: boolean) {
    this.#database = database;
    this.#isInTransaction = isInTransaction;
  }

  prepare(query: string): SqliteStatement {
    if (this.#isInTransaction && !this.#database.inTransaction)
      throw new Error('SQLite has ended the transaction');
    const known = this.#prepared.get(query);
    if (known !== undefined) return known;
    // Those that are used often are soon prepared again.
    if (this.#prepared.size >= capacity) this.#prepared.clear();
    const statement = this.#database.prepare(query);
    this.#prepared.set(query, statement);
    return statement;
  }

  /** Drops a statement that failed. */
  forget(query: string): void {
    this.#prepared.delete(query);
  }
}
