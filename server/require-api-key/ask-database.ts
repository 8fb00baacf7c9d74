import { existsSync } from 'node:fs';
import { createVerification, type VerifiedKey } from '../operator/verification.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { isPostgresUrl } from '../store/postgres/url.ts';

export interface DatabaseQuestions {
  ask(key: string): Promise<VerifiedKey>;
  close(): Promise<void>;
}

/** Asks the service's own database, opened with the first question. A store that cannot be opened is tried again later. */
export function askDatabase(database: string, secrets: string | undefined): DatabaseQuestions {
  let opening: Promise<Store> | undefined;
  const open = () => {
    opening ??= openExisting(database, secrets).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    ask: async (key) => createVerification({ ...(await open()), now: Date.now }).verifyKey(key),
    close: async () => {
      const store = await opening?.catch(() => undefined);
      opening = undefined;
      await store?.close();
    },
  };
}

// A mistyped path would make an empty database, which knows no key.
async function openExisting(database: string, secrets: string | undefined): Promise<Store> {
  if (!isPostgresUrl(database) && !existsSync(database))
    throw new Error(`there is no database at ${database}`);
  return openStore({ database, secrets });
}
