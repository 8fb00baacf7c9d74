import { OperatorError } from '../../server/operator/operator-error.ts';
import { StoreError } from '../../server/store/errors.ts';

// What was wrong with the command itself, rather than with what it found.
const usage: ReadonlySet<string> = new Set([
  'cannot_listen',
  'confirmation_needed',
  'demo_mixed',
  'identity_invalid',
  'nickname_invalid',
  'password_invalid',
  'input_invalid',
]);

/** Writes what an operator can act on as one line, and sets the exit code: 2 for usage, 1 for failure. */
export async function reportFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof StoreError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = error instanceof StoreError || usage.has(error.reason) ? 2 : 1;
  }
}
