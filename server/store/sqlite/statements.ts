import type Libsql from 'libsql';

/** More than the service has queries, so that only queries built for one call are dropped. */
const capacity = 200;

/** A prepared statement, and whether it returns rows. */
export interface Prepared {
  readonly statement: Libsql.Statement;
  readonly hasRows: boolean;
}

/** A cache of a connection's prepared statements, as preparing most of them takes longer than running them. */
export class Statements {
  readonly #database: Libsql.Database;
  // Least recently used first.
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: Libsql.Database) {
    this.#database = database;
  }

  prepare(query: string): Prepared {
    const known = this.#prepared.get(query);
    if (known === undefined) {
      const statement = this.#database.prepare(query);
      const prepared = { statement, hasRows: statement.reader };
      this.#prepared.set(query, prepared);
      const [oldest] = this.#prepared.keys();
      if (this.#prepared.size > capacity && oldest !== undefined) this.#prepared.delete(oldest);
      return prepared;
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
