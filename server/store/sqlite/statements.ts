import type { Sqlite, SqliteStatement } from './sqlite.ts';

/** More than the service has queries, so that only queries built for one call are dropped. */
const capacity = 200;

/** A cache of a connection's prepared statements, as preparing most of them takes longer than running them. */
export class Statements {
  readonly #database: Sqlite;
  // Least recently used first.
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(database: Sqlite) {
    this.#database = database;
  }

  prepare(query: string): SqliteStatement {
    const known = this.#prepared.get(query);
    if (known === undefined) {
      const statement = this.#database.prepare(query);
      this.#prepared.set(query, statement);
      const [oldest] = this.#prepared.keys();
      if (this.#prepared.size > capacity && oldest !== undefined) this.#prepared.delete(oldest);
      return statement;
    }
    this.#prepared.delete(query);
    this.#prepared.set(query, known);
    return known;
  }

  /** Drops a statement that failed. */
  forget(query: string): void {
    this.#prepared.delete(query);
  }
}
