import { Command, Option } from 'commander';
import { type Facts, withFacts } from '../../help/facts.ts';
import { argon2Option } from '../../options/argon2-option.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions, databaseHelp } from '../../options/database-option.ts';
import { reportFailure } from '../../output/report-failure.ts';
import type { Terminal } from '../../terminal.ts';
import { whenNeeded } from '../../when-needed.ts';

// Each action is imported when its command runs: `--help` loads neither the database nor argon2.
const actions = () => import('./action.ts');

/** `account-access accounts …`: manages accounts, on the machine that has the database. */
export function accountsCommand(terminal: Terminal): Command {
  const accounts = withFacts(new Command('accounts'), facts)
    .usage('<command>')
    .description('add, list, disable, enable, unlock and delete accounts, and change how they log in');
  return whenNeeded(accounts, () => addSubcommands(accounts, terminal));
}

function addSubcommands(accounts: Command, terminal: Terminal): void {
  const command = (usage: string, description: string, commandFacts: Facts) =>
    withFacts(accounts.command(usage), commandFacts).description(description);
  const reporting = (work: () => Promise<void>) => reportFailure(terminal, work);

  addDatabaseOptions(
    command(
      'add <identity>',
      'add an account, with a password from a prompt or from standard input',
      addFacts,
    )
      .option('--nickname <name>', 'display name (default: the part of the identity before the @)')
      .option('--mfa', 'set up one-time codes: show a QR code, confirm a code, print recovery codes')
      .addOption(passwordStdin())
      .addOption(argon2Option())
      .addOption(
        jsonOption(
          'write JSON to standard output; with --mfa two lines, before and after the code is confirmed',
        ),
      ),
  ).action((identity, options) =>
    reporting(async () => (await import('./add.ts')).addAccount(terminal, identity, options)),
  );

  addDatabaseOptions(
    command('list', 'list the accounts, oldest first', {
      examples: [
        'account-access accounts list',
        "account-access accounts list --json | jq -r '.[].identity'",
      ],
      json: [[account]],
    }).addOption(jsonOption()),
  ).action((options) => reporting(async () => (await actions()).listAccounts(terminal, options)));

  addDatabaseOptions(
    command('show <identity>', 'show an account', {
      examples: ['account-access accounts show ana@example.com --json'],
      json: [account],
    }).addOption(jsonOption()),
  ).action((identity, options) =>
    reporting(async () => (await actions()).showAccount(terminal, identity, options)),
  );

  addDatabaseOptions(
    command(
      'disable <identity>',
      'disable an account: end its access tokens, reject its logins, make its API keys inactive',
      {
        examples: ['account-access accounts disable ana@example.com'],
      },
    ),
  ).action((identity, options) =>
    reporting(async () => (await actions()).disableAccount(terminal, identity, options)),
  );

  addDatabaseOptions(
    command(
      'enable <identity>',
      'enable a disabled account: accept its logins, make its API keys active again',
      {
        examples: ['account-access accounts enable ana@example.com'],
      },
    ),
  ).action((identity, options) =>
    reporting(async () => (await actions()).enableAccount(terminal, identity, options)),
  );

  addDatabaseOptions(
    command(
      'unlock <identity>',
      'clear the failed logins of an account, so that its owner can log in without waiting',
      {
        examples: ['account-access accounts unlock ana@example.com'],
      },
    ),
  ).action((identity, options) =>
    reporting(async () => (await actions()).unlockAccount(terminal, identity, options)),
  );

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
  ).action((identity, options) =>
    reporting(async () => (await actions()).deleteAccount(terminal, identity, options)),
  );

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
  ).action((identity, options) =>
    reporting(async () => (await actions()).changePassword(terminal, identity, options)),
  );

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
  ).action((identity, options) =>
    reporting(async () => (await actions()).removeMfa(terminal, identity, options)),
  );
}

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

const addFacts: Facts = {
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

const facts: Facts = {
  examples: [
    'account-access accounts add ana@example.com --mfa',
    'account-access accounts passwd ana@example.com < password.txt',
    'account-access accounts list --json',
    'account-access accounts delete ana@example.com --yes',
  ],
  notes: [databaseHelp],
};
