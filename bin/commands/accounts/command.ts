import { Option } from 'commander';
import { type Define, reporting } from '../../define.ts';
import { type HelpTexts, withHelp } from '../../help/help-texts.ts';
import { argon2Option } from '../../options/argon2-option.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions, databaseHelp } from '../../options/database-option.ts';
import {
  changePassword,
  deleteAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  removeMfa,
  showAccount,
  unlockAccount,
} from './action.ts';
import { addAccount } from './add.ts';

/** `account-access accounts …`: manages accounts, on the machine that has the database. */
export const define: Define = (accounts, terminal) => {
  withHelp(accounts, help);
  const command = (usage: string, description: string, texts: HelpTexts) =>
    withHelp(accounts.command(usage), texts).description(description);

  addDatabaseOptions(
    command('add <identity>', 'add an account, with a password from a prompt or from standard input', addHelp)
      .option('--nickname <name>', 'display name (default: the part of the identity before the @)')
      .option('--mfa', 'set up one-time codes: show a QR code, confirm a code, print recovery codes')
      .addOption(passwordStdin())
      .addOption(argon2Option())
      .addOption(
        jsonOption(
          'write JSON to standard output; with --mfa two lines, before and after the code is confirmed',
        ),
      ),
  ).action(reporting(terminal, addAccount));

  addDatabaseOptions(
    command('list', 'list the accounts, oldest first', {
      examples: [
        'account-access accounts list',
        "account-access accounts list --json | jq -r '.[].identity'",
      ],
      json: [[account]],
    }).addOption(jsonOption()),
  ).action(reporting(terminal, listAccounts));

  addDatabaseOptions(
    command('show <identity>', 'show an account', {
      examples: ['account-access accounts show ana@example.com --json'],
      json: [account],
    }).addOption(jsonOption()),
  ).action(reporting(terminal, showAccount));

  addDatabaseOptions(
    command(
      'disable <identity>',
      'disable an account: end its access tokens, reject its logins, make its API keys inactive',
      {
        examples: ['account-access accounts disable ana@example.com'],
      },
    ),
  ).action(reporting(terminal, disableAccount));

  addDatabaseOptions(
    command(
      'enable <identity>',
      'enable a disabled account: accept its logins, make its API keys active again',
      {
        examples: ['account-access accounts enable ana@example.com'],
      },
    ),
  ).action(reporting(terminal, enableAccount));

  addDatabaseOptions(
    command(
      'unlock <identity>',
      'clear the failed logins of an account, so that its owner can log in without waiting',
      {
        examples: ['account-access accounts unlock ana@example.com'],
      },
    ),
  ).action(reporting(terminal, unlockAccount));

  addDatabaseOptions(
    command(
      'delete <identity>',
      'delete an account with its access tokens and API keys; this cannot be undone',
      {
        examples: [
          'account-access accounts delete ana@example.com',
          'account-access accounts delete ana@example.com --yes',
        ],
      },
    ).option('-y, --yes', 'do not ask for confirmation'),
  ).action(reporting(terminal, deleteAccount));

  addDatabaseOptions(
    command('passwd <identity>', 'change the password of an account, and end its access tokens', {
      examples: [
        'account-access accounts passwd ana@example.com',
        'account-access accounts passwd ana@example.com < password.txt',
      ],
      notes: [passwordRules],
    })
      .addOption(passwordStdin())
      .addOption(argon2Option()),
  ).action(reporting(terminal, changePassword));

  addDatabaseOptions(
    command('remove-mfa <identity>', 'turn off MFA for an account, and end its access tokens', {
      examples: [
        'account-access accounts remove-mfa ana@example.com',
        'account-access accounts remove-mfa ana@example.com --new-password',
      ],
    })
      .option(
        '--new-password',
        'also set a new password; required if the current one may have fewer than 15 characters',
      )
      .addOption(passwordStdin())
      .addOption(argon2Option()),
  ).action(reporting(terminal, removeMfa));
};

function passwordStdin(): Option {
  return new Option('--password-stdin', 'read the password from standard input, even at a terminal');
}

const passwordRules =
  'A new password has at least 15 characters, or 8 for an account with MFA, and is not a common password. A password is never an argument, because other users of the machine can see arguments.';

const account = {
  id: 'usr_7pQrStUvWxYz0AbCdEfGhI',
  identity: 'ana@example.com',
  nickname: 'Ana',
  state: 'enabled',
  mfa_enabled: false,
  created_at: '2026-01-31T09:30:00.000Z',
};

const addHelp: HelpTexts = {
  examples: [
    'account-access accounts add ana@example.com --nickname Ana',
    'account-access accounts add ana@example.com --mfa',
    'account-access accounts add ana@example.com --json < password.txt',
  ],
  notes: [
    passwordRules,
    'The command prints the id of the account. With --mfa it first prints the URI for the authenticator app, and last the recovery codes, one per line. A program gives the password and then a code from the app on standard input, one per line.',
  ],
  json: [
    { totp_uri: 'otpauth://totp/…' },
    { id: account.id, identity: account.identity, recovery_codes: ['…'] },
  ],
};

const help: HelpTexts = {
  examples: [
    'account-access accounts add ana@example.com --mfa',
    'account-access accounts passwd ana@example.com < password.txt',
    'account-access accounts list --json',
    'account-access accounts delete ana@example.com --yes',
  ],
  notes: [databaseHelp],
};
