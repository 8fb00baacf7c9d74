import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryCompiler,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import type { DirectAdapter } from '../engine/statement.ts';
import { retryWhileBusy } from './busy.ts';
import type { Sqlite } from './sqlite.ts';
import { Statements } from './statements.ts';
import { begin, commit, rollBack } from './transaction.ts';

/** Kysely's SQLite dialect, for several processes that write to one file. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite;
  readonly #statements: Statements;

  constructor(database: Sqlite) {
    super({ database });
    this.#database = database;
    this.#statements = new Statements(database);
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
    return begin(this.#database);
  }

  override commitTransaction(): Promise<void> {
    return commit(this.#database);
  }

  override async rollbackTransaction(): Promise<void> {
    rollBack(this.#database);
  }
}

// Inside a transaction the database is never busy. Outside one, a busy statement has done nothing.
function execute<Row>(statements: Statements, query: CompiledQuery): Promise<QueryResult<Row>> {
  return retryWhileBusy(() => {
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
