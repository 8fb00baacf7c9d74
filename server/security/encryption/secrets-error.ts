/**
 * Why the keys of the secrets file, or the texts that are encrypted with them, cannot be used. The message is one line for
 * an operator and contains nothing secret.
 * - `file_missing`, `file_open_to_others`, `file_malformed`, `file_unusable`: the file itself.
 * - `file_locked`: another command is changing it.
 * - `file_unnamed`: no path was given, and there is no default next to a PostgreSQL database.
 * - `key_missing`: something is encrypted with a key that the file lacks; an operator can restore it.
 * - `key_differs`: the file has a key with this id, but not the one that the database is encrypted with.
 * - `decryption_failed`: the stored text was altered, or belongs to another row.
 */
export type SecretsFailure =
  | 'file_missing'
  | 'file_open_to_others'
  | 'file_malformed'
  | 'file_unusable'
  | 'file_locked'
  | 'file_unnamed'
  | 'key_missing'
  | 'key_differs'
  | 'decryption_failed';

export class SecretsError extends Error {
  readonly reason: SecretsFailure;

  constructor(reason: SecretsFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SecretsError';
    this.reason = reason;
  }
}
