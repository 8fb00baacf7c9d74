import type { Terminal } from '../conformance/engine/terminal/terminal.ts';
import { exitFailure, exitUsage } from '../conformance/engine/terminal/usage-error.ts';
import { OperatorError } from '../server/operator-error.ts';
import { SecretsError } from '../server/security/encryption/keyring.ts';
import { fileProblem } from '../server/security/private-file.ts';
import { describeOutage } from '../server/store/outage.ts';
import { StoreError } from '../server/store/store-error.ts';

// Reasons that mean a usage error: exit code 2 instead of 1.
const usage: ReadonlySet<string> = new Set([
  ...['cannot_listen', 'config_invalid', 'confirmation_needed', 'database_missing', 'demo_mixed'],
  ...['file_exists', 'file_unusable', 'identity_invalid', 'nickname_invalid', 'option_invalid'],
  ...['password_invalid', 'plain_http_refused', 'password_needed', 'input_invalid', 'wrong_tool'],
]);

/** Returns an action for commander, which prints an error that an operator can act on as one line, and sets the exit code. */
export function reporting<Given extends readonly unknown[]>(
  terminal: Terminal,
  work: (terminal: Terminal, ...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  const { print, say } = terminal;
  const escaping: Terminal = Object.assign(Object.create(terminal), {
    print: (text: string) => print(escapeControls(text)),
    say: (text: string) => say(escapeControls(text)),
  });
  return async (...given) => {
    try {
      await work(escaping, ...given);
    } catch (error) {
      const outage = describeOutage(error);
      if (outage !== undefined) {
        escaping.say(`error: ${outage}`);
        return terminal.endWith(exitFailure);
      }
      const { path }: Partial<NodeJS.ErrnoException> = Object(error);
      if (path !== undefined) {
        escaping.say(`error: cannot use ${path}: ${fileProblem(error)}`);
        return terminal.endWith(exitUsage);
      }
      if (
        !(
          error instanceof OperatorError ||
          error instanceof StoreError ||
          error instanceof SecretsError
        )
      )
        throw error;
      escaping.say(`error: ${error.message}`);
      terminal.endWith(
        error instanceof OperatorError && !usage.has(error.reason) ? exitFailure : exitUsage,
      );
    }
  };
}

/** Escapes control characters but tabs and line feeds as JSON does: a changed database could send commands to a terminal. */
export function escapeControls(text: string): string {
  return text.replaceAll(
    /[^\P{Cc}\t\n]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
