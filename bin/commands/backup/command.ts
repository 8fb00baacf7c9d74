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
      .description('copy the database into one file, while the service goes on')
      .argument('<file>', 'where to write the copy')
      .option('--force', 'replace the file there is')
      .addOption(jsonOption()),
    { encrypted: false },
  ).action((file, options) =>
    reportFailure(terminal, async () => (await import('./action.ts')).backup(terminal, file, options)),
  );
}

/** `account-access restore`: a copy in the place of the database, or a look at what is in it. */
export function restoreCommand(terminal: Terminal): Command {
  return onDatabase(
    withFacts(new Command('restore'), restoreFacts)
      .description('put a backup in the place of the database, while no service runs')
      .argument('<file>', 'what backup wrote')
      .option('--check', 'restore nothing: tell whether the backup is sound, and what is in it')
      .option('--force', 'replace the database there is, and keep it under another name')
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
    'The secrets file is not in the copy: keep a copy of it apart, or passwords and one-time codes cannot be checked.',
  ],
  json: [content],
};

const restoreFacts: Facts = {
  examples: [
    'account-access restore accounts-2026-01-31.db --check',
    'account-access restore accounts-2026-01-31.db --force',
  ],
  notes: [
    'All access tokens end. Changes since the backup are lost. Keys that were revoked since then are active again, unless the replaced database can still be read: then they are revoked again.',
    'In JSON, aside is the path of the replaced database, and revoked_again the number of keys that were revoked again. With --check there is neither.',
  ],
  json: [{ ...content, aside: null, revoked_again: null }],
};
