import { Command } from 'commander';
import { defaultConfig } from '../../server/config.ts';
import { databaseHelp, databaseOption } from './database-option.ts';
import { reportFailure } from './report-failure.ts';
import { secretsOption } from './secrets-option.ts';

// What a command does is imported when it is given: `--help` needs no database.
const actions = () => import('./keys-actions.ts');

/** `account-access keys …`: what an operator does to API keys, on the machine that has the database. */
export function keysCommand(): Command {
  const keys = new Command('keys')
    .description('verify, list and revoke API keys')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addHelpText('after', databaseHelp + examples);

  keys
    .command('verify')
    .description('tell whether an API key is active: exit code 0 if it is, 1 if not')
    .option('--json', 'as JSON, as the introspection of the internal listener answers')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((options) => reportFailure(async () => (await actions()).verifyKey(options)));

  keys
    .command('list <identity>')
    .description('list the API keys of an account, oldest first')
    .option('--json', 'as JSON')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((identity, options) => reportFailure(async () => (await actions()).listKeys(identity, options)));

  keys
    .command('revoke <id>')
    .description('end an API key for good, whoever owns it')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((id, options) => reportFailure(async () => (await actions()).revokeKey(id, options)));

  return keys;
}

const examples = `
A key is asked for, or is the one line of standard input. It is never an argument, which others on the machine can see.

Examples:
  account-access keys verify < key.txt
  account-access keys list ana@example.com
  account-access keys revoke key_9hT3vWx5Yz0aBcDeFgHiJk
`;
