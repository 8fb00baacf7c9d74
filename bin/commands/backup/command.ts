import { Command } from 'commander';
import { type Facts, withFacts } from '../../help/facts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { onDatabase } from '../../options/database-option.ts';
import { reportFailure } from '../../output/report-failure.ts';
import type { Terminal } from '../../terminal.ts';

/** `account-access backup`: copies the database while the service runs. */
export function backupCommand(terminal: Terminal): Command {
  return onDatabase(
    withFacts(new Command('backup'), backupFacts)
      .description('copy the database into one file, while the service keeps running')
      .argument('<file>', 'where to write the copy')
      .option('--force', 'replace an existing file')
      .addOption(jsonOption()),
    { encrypted: false },
  ).action((file, options) =>
    reportFailure(terminal, async () => (await import('./action.ts')).backup(terminal, file, options)),
  );
}

/** `account-access restore`: replaces the database with a backup, or shows what a backup contains. */
export function restoreCommand(terminal: Terminal): Command {
  return onDatabase(
    withFacts(new Command('restore'), restoreFacts)
      .description('replace the database with a backup, while no service runs')
      .argument('<file>', 'file that backup wrote')
      .option('--check', 'restore nothing: check the backup, and show what it contains')
      .option('--force', 'replace an existing database, and keep it under another name')
      .addOption(jsonOption()),
    { encrypted: false },
  ).action((file, options) =>
    reportFailure(terminal, async () =>
      (await import('../restore/action.ts')).restoreBackup(terminal, file, options),
    ),
  );
}

const content = {
  schema: '0005-token-ends',
  age: 'current',
  accounts: 3,
  active_keys: 2,
  events: 42,
  newest_event_at: '2026-01-31T09:30:00.000Z',
};

const backupFacts: Facts = {
  examples: [
    'account-access backup /mnt/copies/accounts-$(date +%F).db',
    'account-access restore /mnt/copies/accounts-2026-01-31.db --check',
  ],
  notes: [
    'The backup does not include the secrets file. Back that up separately: without it, passwords and one-time codes cannot be checked.',
  ],
  json: [content],
};

const restoreFacts: Facts = {
  examples: [
    'account-access restore accounts-2026-01-31.db --check',
    'account-access restore accounts-2026-01-31.db --force',
  ],
  notes: [
    'All access tokens end. Changes since the backup are lost. Keys that were revoked since then are active again, unless the command can read their revocations in the replaced database.',
    'In JSON, aside is the path of the replaced database, and revoked_again the number of keys that were revoked again. With --check, neither field is present.',
  ],
  json: [{ ...content, aside: null, revoked_again: null }],
};
