import { type Define, reporting } from '../../define.ts';
import { type HelpTexts, withHelp } from '../../help/help-texts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions, databaseHelp } from '../../options/database-option.ts';
import { listKeys, revokeKey, verifyKey } from './action.ts';

/** `account-access keys …`: manages API keys, on the machine that has the database. */
export const define: Define = (keys, terminal) => {
  withHelp(keys, help);
  const command = (usage: string, description: string, texts: HelpTexts) =>
    withHelp(keys.command(usage), texts).description(description);

  addDatabaseOptions(
    command('verify', 'check whether an API key is active: exit code 0 if it is, 1 if not', {
      examples: ['account-access keys verify < key.txt', 'account-access keys verify --json < key.txt'],
      notes: [neverAnArgument],
      json: [verified],
    }).addOption(jsonOption('write JSON to standard output, as the introspection endpoint returns it')),
  ).action(reporting(terminal, verifyKey));

  addDatabaseOptions(
    command('list <identity>', 'list the API keys of an account, oldest first', {
      examples: [
        'account-access keys list ana@example.com',
        "account-access keys list ana@example.com --json | jq -r '.[].id'",
      ],
      json: [[key]],
    }).addOption(jsonOption()),
  ).action(reporting(terminal, listKeys));

  addDatabaseOptions(
    command('revoke <id>', 'revoke an API key of any account; this cannot be undone', {
      examples: [`account-access keys revoke ${key.id}`],
      json: [{ id: key.id, revoked_at: '2026-02-14T12:00:00.000Z' }],
    }).addOption(jsonOption()),
  ).action(reporting(terminal, revokeKey));
};

const neverAnArgument =
  'The command prompts for the key, or reads it from standard input. A key is never an argument, because other users of the machine can see arguments.';

const key = {
  id: 'key_9hT3vWx5Yz0aBcDeFgHiJk',
  key_prefix: 'aak_9hT3vWx5',
  description: 'deploys',
  state: 'active',
  created_at: '2026-01-31T09:30:00.000Z',
  expires_at: null,
  revoked_at: null,
};

const verified = {
  active: true,
  kind: 'api_key',
  token_type: 'Bearer',
  sub: 'usr_7pQrStUvWxYz0AbCdEfGhI',
  id: key.id,
  description: key.description,
  iat: 1769851800,
};

const help: HelpTexts = {
  examples: [
    'account-access keys verify < key.txt',
    'account-access keys list ana@example.com',
    `account-access keys revoke ${key.id}`,
  ],
  notes: [databaseHelp],
};
