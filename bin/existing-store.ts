import { openStore, type Store } from '../server/store/open-store.ts';
import { demandDatabase } from './existing-database.ts';
import type { DatabaseOptions } from './options/database-option.ts';
import { secretsMadeNote } from './options/secrets-option.ts';
import type { Terminal } from './terminal.ts';

/** Does `work` with a store that must be there. */
export async function withExistingStore(
  terminal: Terminal,
  options: DatabaseOptions,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const { database } = options;
  demandDatabase(database);
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
