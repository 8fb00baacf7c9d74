import { Command } from 'commander';
import { type Facts, withFacts } from '../../help/facts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions } from '../../options/database-option.ts';
import { reportFailure } from '../../output/report-failure.ts';
import type { Terminal } from '../../terminal.ts';

/** `account-access backup`: copies the database while the service runs. */
export function backupCommand(terminal: Terminal): Command {
  return addDatabaseOptions(
    withFacts(new Command('backup'), facts)
      .description('copy the database into one file, while the service keeps running')
      .argument('<file>', 'where to write the copy')
      .option('--force', 'replace an existing file')
      .addOption(jsonOption()),
    { encrypted: false },
  ).action((file, options) =>
    reportFailure(terminal, async () => (await import('./action.ts')).backup(terminal, file, options)),
  );
}

/** An example of the content of a backup, as `--json` writes it. */
export const exampleContent = {
  schema: '0005-token-ends',
  age: 'current',
  accounts: 3,
  active_keys: 2,
  events: 42,
  newest_event_at: '2026-01-31T09:30:00.000Z',
};

const facts: Facts = {
  examples: [
    'account-access backup /mnt/copies/accounts-$(date +%F).db',
    'account-access restore /mnt/copies/accounts-2026-01-31.db --check',
  ],
  notes: [
    'The backup does not include the secrets file. Back that up separately: without it, passwords and one-time codes cannot be checked.',
  ],
  json: [exampleContent],
};
