/**
 * Why the database cannot be used, in words fit for whoever starts the server or an operator's command.
 * - `unusable_path`: the file or its folder cannot be made, read or written.
 * - `not_a_database`: the file is something else.
 * - `schema_too_old`: it is only to be read, and has not yet what is asked for.
 * - `schema_too_new`: a newer release has migrated it; this one would damage it.
 */
export type StoreFailure = 'unusable_path' | 'not_a_database' | 'schema_too_old' | 'schema_too_new';

export class StoreError extends Error {
  readonly reason: StoreFailure;

  constructor(reason: StoreFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.reason = reason;
  }
}
