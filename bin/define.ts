import type { Command } from 'commander';
import type { Terminal } from '../conformance/engine/terminal/terminal.ts';
import { OperatorError } from '../server/operator-error.ts';
import { SecretsError } from '../server/security/encryption/keyring.ts';
import { describeOutage } from '../server/store/outage.ts';
import { StoreError } from '../server/store/store-error.ts';
import { exitFailure, exitUsage } from './exit-codes.ts';

// Reasons that mean a usage error: exit code 2 instead of 1.
const usage: ReadonlySet<string> = new Set([
  'cannot_listen',
  'config_invalid',
  'confirmation_needed',
  'database_missing',
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

/** Gives a command its options, subcommands and action. Each module in `commands/` exports one as `define`. */
export type Define = (command: Command, terminal: Terminal) => void;

/** Returns an action for commander, which prints an error that an operator can act on as one line, and sets the exit code. */
export function reporting<Given extends readonly unknown[]>(
  terminal: Terminal,
  work: (terminal: Terminal, ...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    try {
      await work(terminal, ...given);
    } catch (error) {
      const outage = describeOutage(error);
      if (outage !== undefined) {
        terminal.say(`error: ${outage}`);
        return terminal.endWith(exitFailure);
      }
      if (!isForOperators(error)) throw error;
      terminal.say(`error: ${error.message}`);
      terminal.endWith(error instanceof OperatorError && !usage.has(error.reason) ? exitFailure : exitUsage);
    }
  };
}

function isForOperators(error: unknown): error is OperatorError | StoreError | SecretsError {
  return error instanceof OperatorError || error instanceof StoreError || error instanceof SecretsError;
}

/** The command line, or a file that it names, cannot be used. The message has one line per problem. */
export class UsageError extends Error {}

/** Reports what is wrong with a command, its files or its address, one line each, with exit code 2. */
export async function reportUsage(terminal: Terminal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    for (const line of error.message.split('\n')) terminal.say(`error: ${line}`);
    terminal.endWith(exitUsage);
  }
}
