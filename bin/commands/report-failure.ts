import { OperatorError } from '../../server/operator/operator-error.ts';
import { SecretsError } from '../../server/security/secrets-error.ts';
import { StoreError } from '../../server/store/errors.ts';

// What was wrong with the command itself, rather than with what it found.
const usage: ReadonlySet<string> = new Set([
  'cannot_listen',
  'config_invalid',
  'confirmation_needed',
  'demo_mixed',
  'file_exists',
  'file_unusable',
  'identity_invalid',
  'nickname_invalid',
  'option_invalid',
  'password_invalid',
  'plain_http_refused',
  'password_needed',
  'input_invalid',
  'wrong_tool',
]);

/** Writes what an operator can act on as one line, and sets the exit code: 2 for usage, 1 for failure. */
export async function reportFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isForOperators(error)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = error instanceof OperatorError && !usage.has(error.reason) ? 1 : 2;
  }
}

function isForOperators(error: unknown): error is OperatorError | StoreError | SecretsError {
  return error instanceof OperatorError || error instanceof StoreError || error instanceof SecretsError;
}
