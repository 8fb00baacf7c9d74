import { Command } from 'commander';
import { defaultConfig } from '../../server/config.ts';
import { databaseHelp, databaseOption } from './database-option.ts';
import { reportFailure } from './report-failure.ts';
import { secretsOption } from './secrets-option.ts';

const actions = () => import('./secrets-actions.ts');

/** `account-access secrets …`: the keys that passwords and one-time codes are sealed with in the database. */
export function secretsCommand(): Command {
  const secrets = new Command('secrets')
    .description('show, rotate and retire the keys that secrets are sealed with')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addHelpText('after', databaseHelp + examples);

  secrets
    .command('status')
    .description('show which keys there are, and how much rests on each')
    .option('--json', 'as JSON')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((options) => reportFailure(async () => (await actions()).showSecrets(options)));

  secrets
    .command('rotate')
    .description('make a new key and seal everything with it, while servers go on')
    .option('--resume', 'make no key: move what rests on older ones to the current one')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((options) => reportFailure(async () => (await actions()).rotate(options)));

  secrets
    .command('retire <id>')
    .description('remove a key on which nothing rests any more')
    .option('--force', 'also when something does: it is lost, and its accounts are locked out')
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .action((id, options) => reportFailure(async () => (await actions()).retire(id, options)));

  return secrets;
}

const examples = `
Examples:
  account-access secrets status
  account-access secrets rotate          then copy the secrets file to where it is kept apart
  account-access secrets retire 4fK9sQ2b
`;
