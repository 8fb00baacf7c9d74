import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { openSecrets, type SecretsStore } from '../../../operator/secrets/open-secrets.ts';
import {
  type KeyStatus,
  retireKey,
  rotateSecrets,
  secretsStatus,
} from '../../../operator/secrets/secrets.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { requireDatabase } from '../../existing-store.ts';
import type { DatabaseOptions } from '../../options/database-option.ts';
import { formatTable } from '../../output/format-table.ts';
import { toJson } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';

export async function showSecrets(
  terminal: Terminal,
  options: DatabaseOptions & { readonly json?: boolean },
): Promise<void> {
  await withSecrets(options, async (store) => {
    const status = await secretsStatus(store);
    if (!existsSync(store.path)) terminal.say(`There is no secrets file at ${store.path}.`);
    if (options.json) return terminal.print(toJson(status));
    if (status.length === 0) return terminal.say('Nothing is encrypted yet.');
    terminal.print(formatStatus(status));
  });
}

export async function rotate(
  terminal: Terminal,
  options: DatabaseOptions & { readonly resume?: boolean; readonly json?: boolean },
): Promise<void> {
  await withSecrets(options, async (store) => {
    const { resume = false } = options;
    const result = await rotateSecrets(store, { resume, random: randomBytes, now: Date.now });
    const { current, rewritten, undecryptable } = result;
    terminal.say(
      `Encrypted ${rewritten} secrets with key ${current}. Back up ${store.path} separately from the database.`,
    );
    terminal.print(options.json ? toJson({ current, rewritten, undecryptable }) : current);
    if (undecryptable.length === 0) return;
    throw new OperatorError(
      'decryption_failed',
      `some secrets of these accounts could not be decrypted and stay as they were: ${undecryptable.join(', ')}`,
    );
  });
}

export async function retire(
  terminal: Terminal,
  id: string,
  options: DatabaseOptions & { readonly force?: boolean },
): Promise<void> {
  await withSecrets(options, async (store) => {
    await retireKey(store, id, options.force ?? false);
    terminal.say(`Retired key ${id}. A database restored from an older backup may still need it.`);
  });
}

function formatStatus(status: readonly KeyStatus[]): string {
  return formatTable([
    ['KEY', 'STATE', 'CREATED', 'PASSWORDS', 'TOTP SECRETS', 'RECOVERY CODES', 'IDEMPOTENCY RECORDS'],
    ...status.map(({ createdAt, ...key }) => [
      key.keyId,
      stateOf(key),
      createdAt === undefined ? '-' : new Date(createdAt).toISOString().slice(0, 10),
      String(key.passwords),
      String(key.totpSecrets),
      String(key.recoveryCodes),
      String(key.idempotencyRecords),
    ]),
  ]);
}

function stateOf({ keyId, current, inFile }: Pick<KeyStatus, 'keyId' | 'current' | 'inFile'>): string {
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
