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
import type Libsql from 'libsql';
import type { DirectAdapter } from '../engine/statement.ts';
import { retryWhileBusy } from './busy.ts';
import { Statements } from './statements.ts';

/** Kysely's SQLite dialect, made right for several processes that write to one file. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #database: Libsql.Database;
  readonly #statements: Statements;

  constructor(database: Libsql.Database) {
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

// SQLite has no locks of rows, and needs none: a transaction that writes is alone from its beginning.
class LocklessQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node);
  }
}

class SharedSqliteDriver extends SqliteDriver {
  readonly #database: Libsql.Database;
  readonly #statements: Statements;

  constructor(database: Libsql.Database, statements: Statements) {
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

  // A plain `begin` takes the write lock at the first write, by when what was read may be out of date, and then
  // fails at once instead of waiting. Taking it at the start makes each transaction see what the last one wrote.
  override async beginTransaction(): Promise<void> {
    // Not a prepared statement: libsql leaves one that found the database busy unfinished, and then no commit succeeds.
    await retryWhileBusy(() => this.#database.exec('begin immediate'));
  }

  override async commitTransaction(): Promise<void> {
    await retryWhileBusy(() => this.#database.exec('commit'));
  }

  // On a full disk, an I/O error and the like SQLite may have ended the transaction by itself (lang_transaction, 3). To
  // end it again would be an error of its own, and hide the one that matters.
  override async rollbackTransaction(): Promise<void> {
    if (this.#database.inTransaction) this.#database.exec('rollback');
  }
}

async function execute<Row>(statements: Statements, query: CompiledQuery): Promise<QueryResult<Row>> {
  const { statement, hasRows } = await retryWhileBusy(() => statements.prepare(query.sql));
  try {
    // Inside a transaction nothing is ever busy; outside one, a statement that was has done nothing. The same statement
    // is run again, because that finishes its failed run.
    return await retryWhileBusy(() => {
      if (hasRows) {
        // The types of the rows are those of the query that Kysely compiled.
        return { rows: statement.all(query.parameters) as Row[] };
      }
      const { changes, lastInsertRowid } = statement.run(query.parameters);
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
    });
  } catch (error) {
    statements.forget(query.sql);
    throw error;
  }
}

class SharedSqliteAdapter extends SqliteAdapter implements DirectAdapter {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    super();
    this.#statements = statements;
  }

  /**
   * There is one connection, so that a statement is in the transaction that is open on it, if there is one. Only who has
   * opened that runs statements on it; the other connections have none.
   */
  readonly runDirectly = <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
    execute(this.#statements, query);

  // SQLite can roll back changes of schema. Saying so makes the migrator work in one transaction, whose write lock
  // keeps out other processes that start at the same time.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
