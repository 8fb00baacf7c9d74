import { Command } from 'commander';
import { type Facts, withFacts } from '../../help/facts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions } from '../../options/database-option.ts';
import { reportFailure } from '../../output/report-failure.ts';
import type { Terminal } from '../../terminal.ts';
import { exampleContent } from '../backup/command.ts';

/** `account-access restore`: replaces the database with a backup, or shows what a backup contains. */
export function restoreCommand(terminal: Terminal): Command {
  return addDatabaseOptions(
    withFacts(new Command('restore'), facts)
      .description('replace the database with a backup, while no service runs')
      .argument('<file>', 'file that backup wrote')
      .option('--check', 'restore nothing: check the backup, and show what it contains')
      .option('--force', 'replace an existing database, and keep it under another name')
      .addOption(jsonOption()),
    { encrypted: false },
  ).action((file, options) =>
    reportFailure(terminal, async () => (await import('./action.ts')).restoreBackup(terminal, file, options)),
  );
}

const facts: Facts = {
  examples: [
    'account-access restore accounts-2026-01-31.db --check',
    'account-access restore accounts-2026-01-31.db --force',
  ],
  notes: [
    'All access tokens end, and a repeated request with an Idempotency-Key does not return a key that is in the backup. Changes since the backup are lost. Keys that were revoked since then, disabled accounts and used recovery codes are valid again, unless the command can read in the replaced database that they have ended.',
    'In JSON, aside is the path of the replaced database, and ended_again the number of keys, accounts and codes of the backup that have ended in it. With --check, neither field is present.',
  ],
  json: [{ ...exampleContent, aside: null, ended_again: null }],
};
