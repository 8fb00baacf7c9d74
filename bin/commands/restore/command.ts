import { type Define, reporting } from '../../define.ts';
import { type HelpTexts, withHelp } from '../../help/help-texts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions } from '../../options/database-option.ts';
import { exampleContent } from '../backup/command.ts';
import { restoreBackup } from './action.ts';

/** `account-access restore`: replaces the database with a backup, or shows what a backup contains. */
export const define: Define = (command, terminal) => {
  addDatabaseOptions(
    withHelp(command, help)
      .argument('<file>', 'file that backup wrote')
      .option('--check', 'restore nothing: check the backup, and show what it contains')
      .option('--force', 'replace an existing database, and keep it under another name')
      .addOption(jsonOption()),
    { encrypted: false },
  ).action(reporting(terminal, restoreBackup));
};

const help: HelpTexts = {
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
