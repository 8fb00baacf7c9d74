import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { type HelpTexts, withHelp } from '../../conformance/engine/terminal/help-texts.ts';
import type { Define } from '../../conformance/engine/terminal/program.ts';
import type { Terminal } from '../../conformance/engine/terminal/terminal.ts';
import {
  type KeyStatus,
  openSecrets,
  retireKey,
  rotateSecrets,
  type SecretsStore,
  secretsStatus,
} from '../../operator/secrets/secrets.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { requireDatabase } from '../existing-store.ts';
import {
  commandsOnDatabase,
  type DatabaseOptions,
  databaseHelp,
} from '../options/database-option.ts';
import { formatTable, toDay, toJson } from '../output/format-table.ts';

export const define: Define = (secrets, terminal) => {
  withHelp(secrets, help);
  const command = commandsOnDatabase(secrets, terminal);

  command('status', 'show the keys, and how many secrets each one encrypts', showSecrets, {
    examples: ['account-access secrets status', 'account-access secrets status --json'],
    json: [[exampleStatus]],
  });

  command(
    'rotate',
    'create a new key and encrypt all secrets with it, while servers keep running',
    rotate,
    {
      examples: ['account-access secrets rotate', 'account-access secrets rotate --resume'],
      notes: [
        'Then back up the secrets file, separately from the database. The output is the id of the new key.',
      ],
      json: [{ current: exampleStatus.key_id, rewritten: 12, undecryptable: [] }],
      options: [
        new Option(
          '--resume',
          'create no key: encrypt with the current key what older keys still encrypt',
        ),
      ],
    },
  );

  command('retire <id>', 'remove a key that no longer encrypts anything', retire, {
    examples: [`account-access secrets retire ${exampleStatus.key_id}`],
    options: [
      new Option(
        '--force',
        'also remove a key that still encrypts secrets: they are lost, and their accounts are locked out',
      ),
    ],
  });
};

const exampleStatus = {
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
    `account-access secrets retire ${exampleStatus.key_id}`,
  ],
  notes: [databaseHelp],
};

async function showSecrets(terminal: Terminal, options: DatabaseOptions): Promise<void> {
  await withSecrets(options, async (store) => {
    const status = await secretsStatus(store);
    if (!existsSync(store.path)) terminal.say(`There is no secrets file at ${store.path}.`);
    if (options.json) return terminal.print(toJson(status));
    if (status.length === 0) return terminal.say('Nothing is encrypted yet.');
    terminal.print(formatStatus(status));
  });
}

async function rotate(
  terminal: Terminal,
  options: DatabaseOptions & { readonly resume?: boolean },
): Promise<void> {
  await withSecrets(options, async (store) => {
    const { resume = false } = options;
    const onCreated = (key: string) =>
      terminal.say(
        `Created key ${key}. If this is interrupted, continue with 'secrets rotate --resume'.`,
      );
    const result = await rotateSecrets(store, {
      resume,
      random: randomBytes,
      now: Date.now,
      onCreated,
    });
    const { current, createdAt = 0, rewritten, undecryptable } = result;
    terminal.say(
      `Encrypted ${rewritten} secrets with key ${current} of ${new Date(createdAt).toISOString()}. Back up ${store.path} separately from the database.`,
    );
    terminal.print(options.json ? toJson({ current, rewritten, undecryptable }) : current);
    if (undecryptable.length === 0) return;
    throw new OperatorError(
      'decryption_failed',
      `some secrets of these accounts could not be decrypted and stay as they were: ${undecryptable.join(', ')}`,
    );
  });
}

async function retire(
  terminal: Terminal,
  id: string,
  options: DatabaseOptions & { readonly force?: boolean },
): Promise<void> {
  await withSecrets(options, async (store) => {
    await retireKey(store, id, options.force ?? false, Date.now());
    terminal.say(`Retired key ${id}. A database restored from an older backup may still need it.`);
  });
}

function formatStatus(status: readonly KeyStatus[]): string {
  return formatTable([
    [
      'KEY',
      'STATE',
      'CREATED',
      'PASSWORDS',
      'TOTP SECRETS',
      'RECOVERY CODES',
      'IDEMPOTENCY RECORDS',
    ],
    ...status.map(({ createdAt, ...key }) => [
      key.keyId,
      stateOf(key),
      toDay(createdAt),
      String(key.passwords),
      String(key.totpSecrets),
      String(key.recoveryCodes),
      String(key.idempotencyRecords),
    ]),
  ]);
}

function stateOf({
  keyId,
  current,
  inFile,
}: Pick<KeyStatus, 'keyId' | 'current' | 'inFile'>): string {
  // The next start of the service encrypts them.
  if (keyId === 'clear') return 'not encrypted';
  return current ? 'current' : inFile ? 'older' : 'MISSING';
}

async function withSecrets(
  { database, secrets }: DatabaseOptions,
  work: (store: SecretsStore) => Promise<void>,
): Promise<void> {
  requireDatabase(database);
  const store = await openSecrets({ database, secrets });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}
