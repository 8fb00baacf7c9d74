/**
 * Why the database cannot be used, in words fit for whoever starts the server or an operator's command.
 * - `unusable_path`: the file or its folder cannot be made, read or written.
 * - `not_a_database`: the file is something else.
 * - `database_in_use`: a service has it open, and must not while it is replaced.
 * - `schema_too_old`: it is only to be read, and has not yet what is asked for.
 * - `schema_too_new`: a newer release has migrated it; this one would damage it.
 * - `url_invalid`: what looks like the URL of a PostgreSQL database is none.
 * - `unreachable`: the PostgreSQL server is away, or does not let this user in.
 * - `encoding_unfit`: the PostgreSQL database cannot hold all of Unicode.
 * - `not_empty`: a database that others are moved into has rows.
 * - `copy_unsound`: what was copied is not what was there.
 */
export type StoreFailure =
  | 'unusable_path'
  | 'not_a_database'
  | 'database_in_use'
  | 'schema_too_old'
  | 'schema_too_new'
  | 'url_invalid'
  | 'unreachable'
  | 'encoding_unfit'
  | 'not_empty'
  | 'copy_unsound';

export class StoreError extends Error {
  readonly reason: StoreFailure;

  constructor(reason: StoreFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.reason = reason;
  }
}
