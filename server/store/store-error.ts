/** Why the database cannot be used. The message is one line for the operator. */
export type StoreFailure =
  | 'unusable_path' // the file or its folder cannot be created, read or written
  | 'not_a_database' // the file is not an SQLite database
  | 'database_replaced' // the file of a running service was removed or replaced
  | 'database_in_use' // a service uses a database that is to be replaced or moved
  | 'schema_too_old' // a command that only reads needs a newer schema
  | 'schema_too_new' // a newer release has migrated the database; this release would damage it
  | 'url_invalid' // the URL of a PostgreSQL database is not valid
  | 'plain_connection_refused' // the connection to the PostgreSQL server would be in plain text
  | 'unreachable' // the PostgreSQL server cannot be reached, or rejects the login
  | 'encoding_unsupported' // the PostgreSQL database does not use UTF-8
  | 'not_empty' // the target of a move has rows, or a new database has tables of another program
  | 'copy_differs'; // a copy differs from its source

export class StoreError extends Error {
  readonly reason: StoreFailure;

  constructor(reason: StoreFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.reason = reason;
  }
}
