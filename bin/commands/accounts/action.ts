import type { AccountSummary } from '../../../operator/accounts/accounts.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import type { DatabaseOptions } from '../../options/database-option.ts';
import { formatTable } from '../../output/format-table.ts';
import { toJson } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';
import { askWhetherTo } from './input.ts';
import { type PasswordOptions, withExistingOperator, withInput } from './operator.ts';

type Listing = DatabaseOptions & { readonly json?: boolean };

export async function listAccounts(terminal: Terminal, options: Listing): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    const accounts = await operator.list();
    if (options.json) return terminal.print(toJson(accounts));
    if (accounts.length === 0) return terminal.say('There are no accounts.');
    terminal.print(formatAccounts(accounts));
  });
}

export async function showAccount(terminal: Terminal, identity: string, options: Listing): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    const account = await operator.find(identity);
    terminal.print(options.json ? toJson(account) : formatAccounts([account]));
  });
}

export async function disableAccount(
  terminal: Terminal,
  identity: string,
  options: DatabaseOptions,
): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    await operator.disable(identity);
    terminal.say(`Disabled ${identity}: its access tokens have ended, and its API keys are inactive.`);
  });
}

export async function enableAccount(
  terminal: Terminal,
  identity: string,
  options: DatabaseOptions,
): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    await operator.enable(identity);
    terminal.say(`Enabled ${identity}: its API keys are active again.`);
  });
}

export async function unlockAccount(
  terminal: Terminal,
  identity: string,
  options: DatabaseOptions,
): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    await operator.unlock(identity);
    terminal.say(`Unlocked ${identity}: its failed logins are cleared.`);
  });
}

export async function deleteAccount(
  terminal: Terminal,
  identity: string,
  options: DatabaseOptions & { readonly yes?: boolean },
): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    const { id } = await operator.find(identity);
    if (!options.yes && !terminal.mayAsk()) {
      throw new OperatorError(
        'confirmation_needed',
        'deleting an account needs confirmation, and the command cannot prompt for it: give --yes',
      );
    }
    const question = `Delete ${identity} (${id}) and its API keys permanently?`;
    if (!options.yes && !(await askWhetherTo(question))) throw new OperatorError('cancelled', 'cancelled');
    await operator.remove(identity);
    terminal.say(`Deleted ${identity}.`);
  });
}

export async function changePassword(
  terminal: Terminal,
  identity: string,
  options: PasswordOptions,
): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    await operator.find(identity);
    await withInput(terminal, options, async (input) => {
      const password = await input.newPassword();
      await input.end();
      await operator.setPassword(identity, password);
    });
    terminal.say(`Changed the password of ${identity}: its access tokens have ended.`);
  });
}

export async function removeMfa(
  terminal: Terminal,
  identity: string,
  options: PasswordOptions & { readonly newPassword?: boolean },
): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    if (!options.newPassword) {
      await operator.removeMfa(identity);
    } else {
      await operator.find(identity);
      await withInput(terminal, options, async (input) => {
        const password = await input.newPassword();
        await input.end();
        await operator.removeMfa(identity, password);
      });
    }
    terminal.say(
      `Turned off MFA for ${identity}: it now logs in with its password only. Its access tokens have ended.`,
    );
  });
}

/** One row per account. */
function formatAccounts(accounts: readonly AccountSummary[]): string {
  return formatTable([
    ['IDENTITY', 'NICKNAME', 'STATE', 'MFA', 'ADDED', 'ID'],
    ...accounts.map(({ identity, nickname, state, mfaEnabled, createdAt, id }) => [
      identity,
      nickname,
      state,
      mfaEnabled ? 'yes' : 'no',
      new Date(createdAt).toISOString().slice(0, 10),
      id,
    ]),
  ]);
}
