import { Command } from 'commander';
import { type Facts, withFacts } from '../../help/facts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { databaseHelp, onDatabase } from '../../options/database-option.ts';
import { reportFailure } from '../../output/report-failure.ts';
import type { Terminal } from '../../terminal.ts';

const actions = () => import('./action.ts');

/** `account-access secrets …`: the keys that passwords and one-time codes are encrypted with in the database. */
export function secretsCommand(terminal: Terminal): Command {
  const secrets = withFacts(new Command('secrets'), facts)
    .usage('<command>')
    .description('show, rotate and retire the keys that secrets are encrypted with');
  const command = (usage: string, description: string, commandFacts: Facts) =>
    withFacts(secrets.command(usage), commandFacts).description(description);
  const doing = (work: () => Promise<void>) => reportFailure(terminal, work);

  onDatabase(
    command('status', 'show which keys there are, and how much rests on each', {
      examples: ['account-access secrets status', 'account-access secrets status --json'],
      json: [[status]],
    }).addOption(jsonOption()),
  ).action((options) => doing(async () => (await actions()).showSecrets(terminal, options)));

  onDatabase(
    command('rotate', 'make a new key and encrypt everything with it, while servers keep running', {
      examples: ['account-access secrets rotate', 'account-access secrets rotate --resume'],
      notes: [
        'Then copy the secrets file to where it is kept apart. Standard output has the id of the new key.',
      ],
      json: [{ current: status.key_id, rewritten: 12, undecryptable: [] }],
    })
      .option('--resume', 'make no key: move what rests on older ones to the current one')
      .addOption(jsonOption()),
  ).action((options) => doing(async () => (await actions()).rotate(terminal, options)));

  onDatabase(
    command('retire <id>', 'remove a key on which nothing rests any more', {
      examples: [`account-access secrets retire ${status.key_id}`],
    }).option('--force', 'also when something does: it is lost, and its accounts are locked out'),
  ).action((id, options) => doing(async () => (await actions()).retire(terminal, id, options)));

  return secrets;
}

const status = {
  key_id: '4fK9sQ2b',
  passwords: 3,
  totp_secrets: 1,
  recovery_codes: 10,
  current: true,
  in_file: true,
  created_at: '2026-01-31T09:30:00.000Z',
};

const facts: Facts = {
  examples: [
    'account-access secrets status',
    ['account-access secrets rotate', 'then copy the secrets file'],
    `account-access secrets retire ${status.key_id}`,
  ],
  notes: [databaseHelp],
};
