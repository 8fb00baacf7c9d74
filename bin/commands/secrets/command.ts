import { Command } from 'commander';
import { type Facts, withFacts } from '../../help/facts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions, databaseHelp } from '../../options/database-option.ts';
import { reportFailure } from '../../output/report-failure.ts';
import type { Terminal } from '../../terminal.ts';
import { whenNeeded } from '../../when-needed.ts';

const actions = () => import('./action.ts');

/** `account-access secrets …`: manages the keys that encrypt passwords and one-time codes in the database. */
export function secretsCommand(terminal: Terminal): Command {
  const secrets = withFacts(new Command('secrets'), facts)
    .usage('<command>')
    .description('show, rotate and retire the keys that encrypt secrets');
  return whenNeeded(secrets, () => addSubcommands(secrets, terminal));
}

function addSubcommands(secrets: Command, terminal: Terminal): void {
  const command = (usage: string, description: string, commandFacts: Facts) =>
    withFacts(secrets.command(usage), commandFacts).description(description);
  const reporting = (work: () => Promise<void>) => reportFailure(terminal, work);

  addDatabaseOptions(
    command('status', 'show the keys, and how many secrets each one encrypts', {
      examples: ['account-access secrets status', 'account-access secrets status --json'],
      json: [[status]],
    }).addOption(jsonOption()),
  ).action((options) => reporting(async () => (await actions()).showSecrets(terminal, options)));

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
  ).action((options) => reporting(async () => (await actions()).rotate(terminal, options)));

  addDatabaseOptions(
    command('retire <id>', 'remove a key that no longer encrypts anything', {
      examples: [`account-access secrets retire ${status.key_id}`],
    }).option(
      '--force',
      'also remove a key that still encrypts secrets: they are lost, and their accounts are locked out',
    ),
  ).action((id, options) => reporting(async () => (await actions()).retire(terminal, id, options)));
}

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

const facts: Facts = {
  examples: [
    'account-access secrets status',
    ['account-access secrets rotate', 'then back up the secrets file'],
    `account-access secrets retire ${status.key_id}`,
  ],
  notes: [databaseHelp],
};
