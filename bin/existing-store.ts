import { existsSync } from 'node:fs';
import type { Terminal } from '../conformance/engine/terminal/terminal.ts';
import { OperatorError } from '../server/operator-error.ts';
import { secretsPath } from '../server/store/encryption/open-encryption.ts';
import { openStore, type Store } from '../server/store/open-store.ts';
import { isPostgresUrl } from '../server/store/postgres/url.ts';
import { type DatabaseOptions, secretsMadeNote } from './options/database-option.ts';

export const withExistingStore: typeof withStore = async (terminal, options, work) => {
  requireDatabase(options.database);
  await withStore(terminal, options, work);
};

/** Runs `work` with the store of a database, which is created if there is none. */
export async function withStore(
  terminal: Terminal,
  { database, secrets }: DatabaseOptions,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const onSecretsMade = (path: string) => terminal.say(`note: ${secretsMadeNote(path)}`);
  const store = await openStore({ database, secrets, onSecretsMade });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** Whether a command would find a database. One in PostgreSQL exists if its secrets file does. */
export function databaseExists({ database, secrets }: DatabaseOptions): boolean {
  return existsSync(isPostgresUrl(database) ? secretsPath(database, secrets) : database);
}

/** Rejects a path without a file: a mistyped path would create an empty database. */
export function requireDatabase(database: string): void {
  if (isPostgresUrl(database) || existsSync(database)) return;
  throw new OperatorError(
    'database_missing',
    `there is no database at ${database}: name another with --database, or create one with 'account-access accounts add'`,
  );
}
