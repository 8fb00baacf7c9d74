import { type Define, reporting } from '../../define.ts';
import { type HelpTexts, withHelp } from '../../help/help-texts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions, databaseHelp } from '../../options/database-option.ts';
import { retire, rotate, showSecrets } from './action.ts';

/** `account-access secrets …`: manages the keys that encrypt passwords and one-time codes in the database. */
export const define: Define = (secrets, terminal) => {
  withHelp(secrets, help);
  const command = (usage: string, description: string, texts: HelpTexts) =>
    withHelp(secrets.command(usage), texts).description(description);

  addDatabaseOptions(
    command('status', 'show the keys, and how many secrets each one encrypts', {
      examples: ['account-access secrets status', 'account-access secrets status --json'],
      json: [[status]],
    }).addOption(jsonOption()),
  ).action(reporting(terminal, showSecrets));

  addDatabaseOptions(
    command('rotate', 'create a new key and encrypt all secrets with it, while servers keep running', {
      examples: ['account-access secrets rotate', 'account-access secrets rotate --resume'],
      notes: [
        'Then back up the secrets file, separately from the database. The command prints the id of the new key.',
      ],
      json: [{ current: status.key_id, rewritten: 12, undecryptable: [] }],
    })
      .option('--resume', 'create no key: encrypt with the current key what older keys still encrypt')
      .addOption(jsonOption()),
  ).action(reporting(terminal, rotate));

  addDatabaseOptions(
    command('retire <id>', 'remove a key that no longer encrypts anything', {
      examples: [`account-access secrets retire ${status.key_id}`],
    }).option(
      '--force',
      'also remove a key that still encrypts secrets: they are lost, and their accounts are locked out',
    ),
  ).action(reporting(terminal, retire));
};

const status = {
  key_id: '4fK9sQ2b',
  passwords: 3,
  totp_secrets: 1,
  recovery_codes: 10,
  idempotency_records: 2,
  current: true,
  in_file: true,
  created_at: '2026-01-31T09:30:00.000Z',
};

const help: HelpTexts = {
  examples: [
    'account-access secrets status',
    ['account-access secrets rotate', 'then back up the secrets file'],
    `account-access secrets retire ${status.key_id}`,
  ],
  notes: [databaseHelp],
};
