import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createCredential, credentialPrefix } from '../../../server/security/credential.ts';
import { hashCredential } from '../../../server/security/hash-credential.ts';
import type { Store } from '../../../server/store/store.ts';
import { createKey, find } from '../../server/store/an-account.ts';
import { openUntilEnd, temporaryFolder } from '../../support/server/database.ts';
import { commandLine, type Setting } from './in-process.ts';

export const ana = 'ana@example.com';
export const password = 'correct horse battery';

/** A place for an SQLite database, and the commands on it. */
export function aDatabase() {
  const database = join(temporaryFolder(), 'data', 'test.db');
  return {
    database,
    run: (command: string, args: readonly string[] = [], setting?: Setting) =>
      commandLine([...command.split(' '), ...args, '--database', database], setting),
    open: () => openUntilEnd({ database, keyFile: `${database}.key` }),
  };
}

/** The same, with the account of Ana. */
export async function aDatabaseWithAna() {
  const place = aDatabase();
  const { stdout } = await place.run('accounts add', [ana], { input: `${password}\n` });
  return { ...place, id: stdout.trim() };
}

/** Generates a key as a request does. */
export async function addKey(store: Store, identity: string) {
  const key = createCredential('apiKey', randomBytes);
  const account = await find(store, identity);
  const { id } = await createKey(store, account, {
    keyHash: hashCredential(key),
    keyPrefix: credentialPrefix(key),
    createdAt: Date.now(),
  });
  return { id, key };
}
