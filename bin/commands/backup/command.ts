import { type Define, reporting } from '../../define.ts';
import { type HelpTexts, withHelp } from '../../help/help-texts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions } from '../../options/database-option.ts';
import { backup } from './action.ts';

/** `account-access backup`: copies the database while the service runs. */
export const define: Define = (command, terminal) => {
  addDatabaseOptions(
    withHelp(command, help)
      .argument('<file>', 'where to write the copy')
      .option('--force', 'replace an existing file')
      .addOption(jsonOption()),
    { encrypted: false },
  ).action(reporting(terminal, backup));
};

/** An example of the content of a backup, as `--json` writes it. */
export const exampleContent = {
  schema: '0001-initial',
  age: 'current',
  accounts: 3,
  active_keys: 2,
  events: 42,
  newest_event_at: '2026-01-31T09:30:00.000Z',
};

const help: HelpTexts = {
  examples: [
    'account-access backup /mnt/copies/accounts-$(date +%F).db',
    'account-access restore /mnt/copies/accounts-2026-01-31.db --check',
  ],
  notes: [
    'The backup does not include the secrets file. Back that up separately: without it, passwords and one-time codes cannot be checked.',
  ],
  json: [exampleContent],
};
