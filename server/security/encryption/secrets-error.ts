/**
 * Why the keys of the secrets file, or what is sealed with them, cannot be used. The message is one line for an operator
 * and holds nothing secret.
 * - `file_missing`, `file_open_to_others`, `file_malformed`, `file_unusable`: the file itself.
 * - `file_locked`: another command is changing it.
 * - `file_unnamed`: nobody said where it is, and there is no place beside the database.
 * - `key_missing`: something is sealed with a key that the file lacks; it may be put back.
 * - `key_differs`: the file has a key of this id, but not the one that the database was sealed with.
 * - `seal_broken`: what is stored was altered, or belongs to another row.
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
  | 'seal_broken';

export class SecretsError extends Error {
  readonly reason: SecretsFailure;

  constructor(reason: SecretsFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SecretsError';
    this.reason = reason;
  }
}
