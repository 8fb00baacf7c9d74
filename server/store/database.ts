/** A value of a statement. Times are whole milliseconds since 1970, UTC. A missing value is `null`. */
export type Value = string | number | null;

/**
 * Runs SQL that both engines understand. A `?` in a statement stands for the next value.
 *
 * @throws OutageError when the database cannot be reached or cannot write now
 */
export interface Statements {
  all<Row extends object>(sql: string, ...values: readonly Value[]): Promise<Row[]>;
  /** The first row. */
  one<Row extends object>(sql: string, ...values: readonly Value[]): Promise<Row | undefined>;
  /** How many rows it changed. */
  run(sql: string, ...values: readonly Value[]): Promise<number>;
}

export interface Database extends Statements {
  readonly kind: 'sqlite' | 'postgres';

  /**
   * Runs `work` as a whole or not at all. It resolves once the changes are flushed to the disk. After an `OutageError`
   * they may have been stored all the same: the connection can be lost while a commit is under way.
   * `work` may run again after a conflict with another transaction, so it must have no other effect.
   */
  transaction<Result>(work: (on: Statements) => Promise<Result>): Promise<Result>;

  /** Reads and writes something. @throws OutageError when one of the two fails */
  check(): Promise<void>;

  /** The pool of `pg`, for what counts in tables of its own. Only PostgreSQL has one. */
  readonly pool?: object;

  /** Writes a consistent copy to a new file while the service runs. Only SQLite has one. */
  backup?(path: string): Promise<void>;

  close(): Promise<void>;
}

/** The database cannot be reached, or cannot write now. The message is for operators, and has no secret in it. */
export class OutageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutageError';
  }
}
