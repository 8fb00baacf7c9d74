import { Option } from 'commander';
import { type HelpTexts, withHelp } from '../../../conformance/engine/terminal/help-texts.ts';
import type { Define } from '../../../conformance/engine/terminal/program.ts';
import type { Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import type { AccountSummary } from '../../../operator/accounts/accounts.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { prompt } from '../../input.ts';
import {
  commandsOnDatabase,
  type DatabaseOptions,
  databaseHelp,
} from '../../options/database-option.ts';
import { formatTable, toDay, toJson } from '../../output/format-table.ts';
import { defineAdd, defineLoginCommands, exampleAccount } from './logins.ts';
import { withExistingOperator } from './operator.ts';

export const define: Define = (accounts, terminal) => {
  withHelp(accounts, help);
  const command = commandsOnDatabase(accounts, terminal);
  /** Adds a command that changes one account, and then says what has changed. */
  const addChange = (
    name: 'disable' | 'enable' | 'unlock',
    description: string,
    changed: (identity: string) => string,
  ) =>
    command(
      `${name} <identity>`,
      description,
      ({ say }, identity: string, options: DatabaseOptions) =>
        withExistingOperator(terminal, options, async (operator) => {
          await operator[name](identity);
          say(changed(identity));
        }),
      { examples: [`account-access accounts ${name} ana@example.com`] },
    );

  defineAdd(command);

  command('list', 'list the accounts, oldest first', listAccounts, {
    examples: [
      'account-access accounts list',
      "account-access accounts list --json | jq -r '.[].identity'",
    ],
    json: [[exampleAccount]],
  });

  command('show <identity>', 'show an account', showAccount, {
    examples: ['account-access accounts show ana@example.com --json'],
    json: [exampleAccount],
  });

  addChange(
    'disable',
    'disable an account: end its access tokens, reject its logins, make its API keys inactive',
    (identity) =>
      `Disabled ${identity}: its access tokens have ended, and its API keys are inactive.`,
  );

  addChange(
    'enable',
    'enable a disabled account: accept its logins, make its API keys active again',
    (identity) => `Enabled ${identity}: its API keys are active again.`,
  );

  addChange(
    'unlock',
    'clear the failed logins of an account, so that its owner can log in without waiting',
    (identity) => `Unlocked ${identity}: its failed logins are cleared.`,
  );

  command(
    'delete <identity>',
    'delete an account with its access tokens and API keys; this cannot be undone',
    deleteAccount,
    {
      examples: [
        'account-access accounts delete ana@example.com',
        'account-access accounts delete ana@example.com --yes',
      ],
      notes: [
        'The account is disabled first, and stays so if the deletion fails or is stopped: repeat it.',
      ],
      options: [new Option('-y, --yes', 'do not ask for confirmation')],
    },
  );

  defineLoginCommands(command);
};

async function listAccounts(terminal: Terminal, options: DatabaseOptions): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    const accounts = await operator.list();
    if (options.json) return terminal.print(toJson(accounts));
    if (accounts.length === 0) return terminal.say('There are no accounts.');
    terminal.print(formatAccounts(accounts));
  });
}

async function showAccount(
  terminal: Terminal,
  identity: string,
  options: DatabaseOptions,
): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    const account = await operator.find(identity);
    terminal.print(options.json ? toJson(account) : formatAccounts([account]));
  });
}

async function deleteAccount(
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
    const question = `Delete ${identity} (${id}) and its API keys permanently? (y/N)`;
    if (!options.yes && !/^y(es)?$/i.test(await prompt(terminal, question, true)))
      throw new OperatorError('cancelled', 'cancelled');
    await operator.remove(identity, id);
    terminal.say(`Deleted ${identity}.`);
  });
}

function formatAccounts(accounts: readonly AccountSummary[]): string {
  return formatTable([
    ['IDENTITY', 'NICKNAME', 'STATE', 'MFA', 'ADDED', 'ID'],
    ...accounts.map(({ identity, nickname, state, mfaEnabled, createdAt, id }) => [
      identity,
      nickname,
      state,
      mfaEnabled ? 'yes' : 'no',
      toDay(createdAt),
      id,
    ]),
  ]);
}

const help: HelpTexts = {
  examples: [
    'account-access accounts add ana@example.com --mfa',
    'account-access accounts passwd ana@example.com < password.txt',
    'account-access accounts list --json',
    'account-access accounts delete ana@example.com --yes',
  ],
  notes: [databaseHelp],
};
