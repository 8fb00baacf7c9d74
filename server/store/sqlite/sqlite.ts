import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite';

/**
 * A connection to an SQLite file, as Kysely's dialect uses it. The `code` of an error is the name of SQLite's result code,
 * such as `SQLITE_FULL` (https://www.sqlite.org/rescode.html).
 */
export class Sqlite {
  readonly #connection: DatabaseSyncInstance;

  /** Creates the file if it is missing. Foreign keys are not enforced until a pragma turns them on, as SQLite has it. */
  constructor(path: string, { readOnly = false } = {}) {
    this.#connection = withCode(
      () => new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: false }),
    );
  }

  get inTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  prepare(sql: string): SqliteStatement {
    return new SqliteStatement(withCode(() => this.#connection.prepare(sql)));
  }

  exec(sql: string): void {
    withCode(() => this.#connection.exec(sql));
  }

  /** Does nothing when the connection is closed. */
  close(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }
}

export class SqliteStatement {
  readonly #statement: StatementSyncInstance;
  /** Whether it returns rows. */
  readonly reader: boolean;

  constructor(statement: StatementSyncInstance) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[] = []): unknown[] {
    return withCode(() => this.#statement.all(...parameters));
  }

  run(parameters: readonly unknown[] = []): ReturnType<StatementSyncInstance['run']> {
    return withCode(() => this.#statement.run(...parameters));
  }

  iterate(parameters: readonly unknown[] = []): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters);
  }
}

function withCode<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error && 'sqliteCodeName' in error)
      Object.assign(error, { code: error.sqliteCodeName });
    throw error;
  }
}
