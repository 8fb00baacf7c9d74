import { existsSync } from 'node:fs';
import type { Store } from '../../server/store/open-store.ts';
import type { Verification, VerifiedKey } from '../keys/verification.ts';

interface DatabaseLookup {
  verify(key: string): Promise<VerifiedKey>;
  close(): Promise<void>;
}

/**
 * Verifies keys in the service's own database. The first call opens the database and loads the modules for SQL, which users of the
 * introspection endpoint do not need. When the database cannot be opened, the next key tries again.
 */
export function openLookup(database: string, secrets: string | undefined): DatabaseLookup {
  let opening: Promise<OpenLookup> | undefined;
  const open = () => {
    opening ??= openExisting(database, secrets).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    verify: async (key) => {
      const { verification } = await open();
      return verification.verifyKey(key);
    },
    close: async () => {
      const opened = await opening?.catch(() => undefined);
      opening = undefined;
      await opened?.store.close();
    },
  };
}

interface OpenLookup {
  readonly store: Store;
  readonly verification: Verification;
}

// A mistyped path would create an empty database, which has no keys.
async function openExisting(database: string, secrets: string | undefined): Promise<OpenLookup> {
  const [{ createVerification }, { openStore }, { isPostgresUrl }] = await Promise.all([
    import('../keys/verification.ts'),
    import('../../server/store/open-store.ts'),
    import('../../server/store/postgres/url.ts'),
  ]);
  if (!isPostgresUrl(database) && !existsSync(database))
    throw new Error(`there is no database at ${database}`);
  const store = await openStore({ database, secrets });
  return { store, verification: createVerification({ ...store, now: Date.now }) };
}
