import { randomBytes } from 'node:crypto';
import { renderUnicodeCompact } from 'uqr';
import { type AccountOperator, createAccountOperator } from '../../server/operator/accounts.ts';
import { confirmMfa, prepareMfa } from '../../server/operator/mfa-setup.ts';
import { OperatorError } from '../../server/operator/operator-error.ts';
import { createPasswords } from '../../server/security/password.ts';
import type { PasswordCost } from '../../server/security/password-cost.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import { askWhetherTo, createPipedInput, createTerminalInput, type SecretInput } from './accounts-input.ts';
import { formatAccounts } from './accounts-table.ts';
import { withExistingStore } from './existing-store.ts';
import { secretsMadeNote } from './secrets-option.ts';

export interface DatabaseOptions {
  readonly database: string;
  readonly secrets?: string;
}

interface HashingOptions extends DatabaseOptions {
  readonly argon2?: PasswordCost;
}

export interface PasswordOptions extends HashingOptions {
  readonly passwordStdin?: boolean;
}

export async function addAccount(
  identity: string,
  options: PasswordOptions & { readonly nickname?: string; readonly mfa?: boolean },
): Promise<void> {
  const { nickname } = options;
  await withOperator(options, async (operator) => {
    await operator.checkNew({ identity, nickname });
    await withInput(options, async (input) => {
      const password = await input.newPassword();
      await operator.checkPassword({ identity, nickname }, password, options.mfa ?? false);
      if (!options.mfa) {
        await input.end();
        const id = await operator.add({ identity, nickname, password });
        say(`Added ${identity}.`);
        return answer(id);
      }
      const { mfa, recoveryCodes } = await setUpMfa(identity, input);
      const id = await operator.add({ identity, nickname, password, mfa });
      say(`Added ${identity}, with MFA.`);
      answer(id);
      say('Recovery codes: each works once in place of a code from the app. They are not shown again.');
      answer(recoveryCodes.join('\n'));
    });
  });
}

export async function listAccounts(options: DatabaseOptions & { readonly json?: boolean }): Promise<void> {
  await withExistingOperator(options, async (operator) => {
    const accounts = await operator.list();
    if (!options.json && accounts.length === 0) return say('There are no accounts.');
    answer(options.json ? JSON.stringify(accounts, undefined, 2) : formatAccounts(accounts));
  });
}

export async function disableAccount(identity: string, options: DatabaseOptions): Promise<void> {
  await withExistingOperator(options, async (operator) => {
    await operator.disable(identity);
    say(`Disabled ${identity}: its access tokens are ended, its API keys inactive.`);
  });
}

export async function enableAccount(identity: string, options: DatabaseOptions): Promise<void> {
  await withExistingOperator(options, async (operator) => {
    await operator.enable(identity);
    say(`Enabled ${identity}: its API keys are active again.`);
  });
}

export async function unlockAccount(identity: string, options: DatabaseOptions): Promise<void> {
  await withExistingOperator(options, async (operator) => {
    await operator.unlock(identity);
    say(`Unlocked ${identity}: its failed logins are forgotten.`);
  });
}

export async function deleteAccount(
  identity: string,
  options: DatabaseOptions & { readonly yes?: boolean },
): Promise<void> {
  await withExistingOperator(options, async (operator) => {
    const { id } = await operator.find(identity);
    if (!options.yes && !process.stdin.isTTY) {
      throw new OperatorError(
        'confirmation_needed',
        'deleting an account needs --yes when nobody can be asked',
      );
    }
    const question = `Delete ${identity} (${id}) with its API keys, for good?`;
    if (!options.yes && !(await askWhetherTo(question))) throw new OperatorError('cancelled', 'cancelled');
    await operator.remove(identity);
    say(`Deleted ${identity}.`);
  });
}

export async function changePassword(identity: string, options: PasswordOptions): Promise<void> {
  await withExistingOperator(options, async (operator) => {
    await operator.find(identity);
    await withInput(options, async (input) => {
      const password = await input.newPassword();
      await input.end();
      await operator.setPassword(identity, password);
    });
    say(`Changed the password of ${identity}: its access tokens are ended.`);
  });
}

export async function removeMfa(
  identity: string,
  options: PasswordOptions & { readonly newPassword?: boolean },
): Promise<void> {
  await withExistingOperator(options, async (operator) => {
    if (!options.newPassword) {
      await operator.removeMfa(identity);
    } else {
      await operator.find(identity);
      await withInput(options, async (input) => {
        const password = await input.newPassword();
        await input.end();
        await operator.removeMfa(identity, password);
      });
    }
    say(`Removed MFA of ${identity}: its password alone logs in. Its access tokens are ended.`);
  });
}

async function setUpMfa(identity: string, input: SecretInput) {
  const setup = prepareMfa(identity, randomBytes);
  say('Scan this with an authenticator app, or give it the address below.\n');
  say(renderUnicodeCompact(setup.uri));
  answer(setup.uri);
  for (let tries = 3; tries > 0; tries -= 1) {
    const code = await input.code();
    if (code === undefined) break;
    const confirmed = confirmMfa(setup, code, randomBytes, Date.now());
    if (confirmed !== undefined) return confirmed;
    say('That is not the code of this moment.');
  }
  throw new OperatorError('code_wrong', 'MFA was not confirmed with a right code: nothing was added');
}

async function withExistingOperator(
  options: HashingOptions,
  work: (operator: AccountOperator) => Promise<void>,
): Promise<void> {
  await withExistingStore(options, (store) => operate(store, options.argon2, work));
}

async function withOperator(
  { database, secrets, argon2 }: HashingOptions,
  work: (operator: AccountOperator) => Promise<void>,
): Promise<void> {
  const store = await openStore({
    database,
    secrets,
    onSecretsMade: (path) => say(`note: ${secretsMadeNote(path)}`),
  });
  try {
    await operate(store, argon2, work);
  } finally {
    await store.close();
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

async function withInput(options: PasswordOptions, work: (input: SecretInput) => Promise<void>) {
  const piped = options.passwordStdin || !process.stdin.isTTY;
  const input = piped ? createPipedInput(process.stdin) : createTerminalInput();
  try {
    await work(input);
  } finally {
    input.close();
  }
}

// Standard output is what a program would want to read, standard error is for people.
function answer(text: string): void {
  process.stdout.write(`${text}\n`);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
