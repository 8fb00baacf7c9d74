import { existsSync } from 'node:fs';
import { OperatorError } from '../../server/operator/operator-error.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import { isPostgresUrl } from '../../server/store/postgres/url.ts';
import type { Terminal } from '../terminal.ts';
import type { DatabaseOptions } from './database-option.ts';
import { secretsMadeNote } from './secrets-option.ts';

/** Does `work` with a store that must be there: a mistyped path would make an empty one, in which nothing is found. */
export async function withExistingStore(
  terminal: Terminal,
  options: DatabaseOptions,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const { database } = options;
  if (!isPostgresUrl(database) && !existsSync(database))
    throw new OperatorError('database_missing', `there is no database at ${database}`);
  const store = await openStore({
    ...options,
    onSecretsMade: (path) => terminal.say(`note: ${secretsMadeNote(path)}`),
  });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}
