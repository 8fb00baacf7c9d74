import { randomBytes } from 'node:crypto';
import type { Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import {
  type AccountOperator,
  createAccountOperator,
} from '../../../operator/accounts/accounts.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { createPasswords } from '../../../server/security/passwords/password.ts';
import type { PasswordCost } from '../../../server/security/passwords/password-cost.ts';
import { requireDatabase, withStore } from '../../existing-store.ts';
import { createPipedInput, createTerminalInput, type SecretInput } from '../../input.ts';
import type { DatabaseOptions } from '../../options/database-option.ts';

export interface PasswordOptions extends DatabaseOptions {
  readonly argon2?: PasswordCost;
  readonly passwordStdin?: boolean;
}

export const withExistingOperator: typeof withOperator = async (terminal, options, work) => {
  requireDatabase(options.database);
  await withOperator(terminal, options, work);
};

/** Runs `work` on a database, and creates it if there is none. */
export async function withOperator(
  terminal: Terminal,
  options: PasswordOptions,
  work: (operator: AccountOperator) => Promise<void>,
): Promise<void> {
  const passwords = createPasswords(options.argon2);
  await withStore(terminal, options, ({ accounts }) =>
    work(createAccountOperator({ accounts, passwords, random: randomBytes, now: Date.now })),
  );
}

/** Prompts the user at a terminal, or reads standard input. */
export async function withInput(
  terminal: Terminal,
  options: PasswordOptions,
  work: (input: SecretInput) => Promise<void>,
): Promise<void> {
  const { stdin } = terminal;
  const piped = options.passwordStdin || stdin.isTTY !== true;
  if (!piped && !terminal.mayAsk())
    throw new OperatorError(
      'password_needed',
      'a password is required, and the command cannot prompt for it: give it on standard input, at a terminal with --password-stdin',
    );
  const input = piped ? createPipedInput(stdin) : createTerminalInput(terminal);
  try {
    await work(input);
  } finally {
    input.close();
  }
}
