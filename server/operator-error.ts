/** Why an operator's command failed. The message is one line for the operator. */
export type OperatorFailure =
  | 'account_unknown'
  | 'backup_failed'
  | 'backup_unfit'
  | 'cancelled'
  | 'cannot_listen'
  | 'code_wrong'
  | 'codes_lost'
  | 'config_invalid'
  | 'confirmation_needed'
  | 'database_missing'
  | 'demo_mixed'
  | 'file_exists'
  | 'file_unusable'
  | 'identity_invalid'
  | 'identity_taken'
  | 'input_invalid'
  | 'key_in_use'
  | 'key_unknown'
  | 'mfa_absent'
  | 'nickname_invalid'
  | 'nothing_to_resume'
  | 'old_texts_remain'
  | 'option_invalid'
  | 'password_invalid'
  | 'plain_http_refused'
  | 'password_needed'
  | 'decryption_failed'
  | 'wrong_tool';

export class OperatorError extends Error {
  readonly reason: OperatorFailure;

  constructor(reason: OperatorFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
    this.reason = reason;
  }
}

export function unknownAccount(): OperatorError {
  return new OperatorError(
    'account_unknown',
    "there is no account with this identity: 'account-access accounts list' shows all accounts",
  );
}
