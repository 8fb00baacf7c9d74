import { randomBytes } from 'node:crypto';
import type { Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import { type AccountOperator, createAccountOperator } from '../../../operator/accounts/accounts.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { createPasswords } from '../../../server/security/passwords/password.ts';
import type { PasswordCost } from '../../../server/security/passwords/password-cost.ts';
import type { Store } from '../../../server/store/open-store.ts';
import { withExistingStore, withStore } from '../../existing-store.ts';
import type { DatabaseOptions } from '../../options/database-option.ts';
import { createPipedInput, createTerminalInput, type SecretInput } from './input.ts';

interface HashingOptions extends DatabaseOptions {
  readonly argon2?: PasswordCost;
}

export interface PasswordOptions extends HashingOptions {
  readonly passwordStdin?: boolean;
}

/** Runs `work` on an existing database. */
export async function withExistingOperator(
  terminal: Terminal,
  options: HashingOptions,
  work: (operator: AccountOperator) => Promise<void>,
): Promise<void> {
  await withExistingStore(terminal, options, (store) => operate(store, options.argon2, work));
}

/** Runs `work` on a database, and creates it if there is none. */
export async function withOperator(
  terminal: Terminal,
  options: HashingOptions,
  work: (operator: AccountOperator) => Promise<void>,
): Promise<void> {
  await withStore(terminal, options, (store) => operate(store, options.argon2, work));
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
  const input = piped ? createPipedInput(stdin) : createTerminalInput();
  try {
    await work(input);
  } finally {
    input.close();
  }
}

async function operate(
  { accounts }: Pick<Store, 'accounts'>,
  argon2: PasswordCost | undefined,
  work: (operator: AccountOperator) => Promise<void>,
): Promise<void> {
  const passwords = createPasswords(argon2);
  await work(createAccountOperator({ accounts, passwords, random: randomBytes, now: Date.now }));
}
