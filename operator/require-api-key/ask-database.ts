import { existsSync } from 'node:fs';
import type { Store } from '../../server/store/open-store.ts';
import type { VerifiedKey } from '../keys/verification.ts';

export interface DatabaseQuestions {
  ask(key: string): Promise<VerifiedKey>;
  close(): Promise<void>;
}

/**
 * Asks the service's own database. It is opened with the first question, and what speaks SQL is loaded then too: who asks
 * the introspection endpoint needs none of it. A store that cannot be opened is tried again later.
 */
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
    ask: async (key) => {
      const store = await open();
      const { createVerification } = await import('../keys/verification.ts');
      return createVerification({ ...store, now: Date.now }).verifyKey(key);
    },
    close: async () => {
      const store = await opening?.catch(() => undefined);
      opening = undefined;
      await store?.close();
    },
  };
}

// A mistyped path would make an empty database, which knows no key.
async function openExisting(database: string, secrets: string | undefined): Promise<Store> {
  const [{ openStore }, { isPostgresUrl }] = await Promise.all([
    import('../../server/store/open-store.ts'),
    import('../../server/store/postgres/url.ts'),
  ]);
  if (!isPostgresUrl(database) && !existsSync(database))
    throw new Error(`there is no database at ${database}`);
  return openStore({ database, secrets });
}
