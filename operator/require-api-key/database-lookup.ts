import { existsSync } from 'node:fs';
import type { Store } from '../../server/store/open-store.ts';
import type { VerifiedKey } from '../keys/verification.ts';

interface DatabaseLookup {
  verify(key: string): Promise<VerifiedKey>;
  close(): Promise<void>;
}

/**
 * Verifies keys in the service's own database. The first call opens the database and loads the modules for SQL, which users of the
 * introspection endpoint do not need. When the database cannot be opened, the next key tries again.
 */
export function openLookup(database: string, secrets: string | undefined): DatabaseLookup {
  let opening: Promise<Store> | undefined;
  const open = () => {
    opening ??= openExisting(database, secrets).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    verify: async (key) => {
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

// A mistyped path would create an empty database, which has no keys.
async function openExisting(database: string, secrets: string | undefined): Promise<Store> {
  const [{ openStore }, { isPostgresUrl }] = await Promise.all([
    import('../../server/store/open-store.ts'),
    import('../../server/store/postgres/url.ts'),
  ]);
  if (!isPostgresUrl(database) && !existsSync(database))
    throw new Error(`there is no database at ${database}`);
  return openStore({ database, secrets });
}
