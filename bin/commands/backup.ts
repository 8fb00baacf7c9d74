import { Command } from 'commander';
import { defaultConfig } from '../../server/config.ts';
import { databaseOption } from './database-option.ts';
import { reportFailure } from './report-failure.ts';

/** `account-access backup`: a copy of the database, beside a running service. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the database into one file, while the service goes on')
    .argument('<file>', 'where to write the copy')
    .option('--force', 'replace the file there is')
    .addOption(databaseOption().default(defaultConfig.database))
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addHelpText('after', backupExamples)
    .action((file, options) =>
      reportFailure(async () => (await import('./backup-action.ts')).backup(file, options)),
    );
}

/** `account-access restore`: a copy in the place of the database, or a look at what is in it. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('put a backup in the place of the database, while no service runs')
    .argument('<backup>', 'file that backup wrote')
    .option('--check', 'restore nothing: tell whether the backup is sound, and what is in it')
    .option('--force', 'replace the database there is, and keep it under another name')
    .addOption(databaseOption().default(defaultConfig.database))
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addHelpText('after', restoreExamples)
    .action((file, options) =>
      reportFailure(async () => (await import('./restore-action.ts')).restoreBackup(file, options)),
    );
}

const backupExamples = `
The secrets file is not in the copy: keep a copy of it apart, or passwords and one-time codes cannot be checked.

Examples:
  account-access backup /mnt/copies/accounts-$(date +%F).db
  account-access restore /mnt/copies/accounts-2026-01-31.db --check
`;

const restoreExamples = `
All access tokens end. What was changed since the backup is as it was then: keys revoked since are active again, unless
the database that is replaced still tells of them.

Examples:
  account-access restore accounts-2026-01-31.db --check
  account-access restore accounts-2026-01-31.db --database /var/lib/account-access/accounts.db --force
`;
