import type Libsql from 'libsql';

/** More than there are queries in the service; those that are put together for one call go soon. */
const kept = 200;

/** A prepared statement, and whether it has rows. */
export interface Prepared {
  readonly statement: Libsql.Statement;
  readonly hasRows: boolean;
}

/** The statements of a connection that were prepared before, as preparing costs more than most of them do. */
export class Statements {
  readonly #database: Libsql.Database;
  // In the order in which they were last used.
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
      if (this.#prepared.size > kept && oldest !== undefined) this.#prepared.delete(oldest);
      return prepared;
    }
    this.#prepared.delete(query);
    this.#prepared.set(query, known);
    return known;
  }

  /** One that failed is not used again. */
  forget(query: string): void {
    this.#prepared.delete(query);
  }
}
