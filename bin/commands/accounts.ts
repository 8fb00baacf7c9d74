import { Command, Option } from 'commander';
import { defaultConfig } from '../../server/config.ts';
import { argon2Option } from './argon2-option.ts';
import { databaseHelp, databaseOption } from './database-option.ts';
import { reportFailure } from './report-failure.ts';
import { secretsOption } from './secrets-option.ts';

// What a command does is imported when it is given: `--help` needs no database and no argon2.
const actions = () => import('./accounts-actions.ts');

/** `account-access accounts …`: what an operator does to accounts, on the machine that has the database. */
export function accountsCommand(): Command {
  const accounts = new Command('accounts')
    .description('add, list, disable, enable, unlock and delete accounts, and change how they log in')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addHelpText('after', databaseHelp + examples);

  accounts
    .command('add <identity>')
    .description('add an account; its password is asked for, or is the first line of standard input')
    .option('--nickname <name>', 'display name (default: the part of the identity before the @)')
    .option('--mfa', 'set up one-time codes: shows a QR code, confirms one code, prints recovery codes')
    .addOption(passwordStdin())
    .addOption(argon2Option())
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((identity, options) =>
      reportFailure(async () => (await actions()).addAccount(identity, options)),
    );

  accounts
    .command('list')
    .description('list the accounts, in the order in which they were added')
    .option('--json', 'as JSON')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((options) => reportFailure(async () => (await actions()).listAccounts(options)));

  accounts
    .command('disable <identity>')
    .description('end the access tokens of an account, refuse its logins, make its API keys inactive')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((identity, options) =>
      reportFailure(async () => (await actions()).disableAccount(identity, options)),
    );

  accounts
    .command('enable <identity>')
    .description('let a disabled account log in again, and make its API keys active')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((identity, options) =>
      reportFailure(async () => (await actions()).enableAccount(identity, options)),
    );

  accounts
    .command('unlock <identity>')
    .description('forget the failed logins of an account, so that it need not wait for its next try')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((identity, options) =>
      reportFailure(async () => (await actions()).unlockAccount(identity, options)),
    );

  accounts
    .command('delete <identity>')
    .description('delete an account with its access tokens and API keys, for good')
    .option('-y, --yes', 'do not ask')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((identity, options) =>
      reportFailure(async () => (await actions()).deleteAccount(identity, options)),
    );

  accounts
    .command('passwd <identity>')
    .description('change the password of an account, which ends its access tokens')
    .addOption(passwordStdin())
    .addOption(argon2Option())
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((identity, options) =>
      reportFailure(async () => (await actions()).changePassword(identity, options)),
    );

  accounts
    .command('remove-mfa <identity>')
    .description('remove the one-time codes of an account, which ends its access tokens')
    .option(
      '--new-password',
      'set a new password too: needed where the one there is may have fewer than 15 characters',
    )
    .addOption(passwordStdin())
    .addOption(argon2Option())
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((identity, options) => reportFailure(async () => (await actions()).removeMfa(identity, options)));

  return accounts;
}

function passwordStdin(): Option {
  return new Option('--password-stdin', 'read the password from standard input, also at a terminal');
}

const examples = `
A new password has at least 15 characters, or 8 on an account with MFA, and is none of those that everybody tries first.

Examples:
  account-access accounts add ana@example.com --nickname Ana
  account-access accounts add ana@example.com --mfa
  account-access accounts passwd ana@example.com < password.txt
  account-access accounts list --json
  account-access accounts delete ana@example.com --yes
`;
