import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../server/store/open-store.ts';

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store on a database of its own, which goes when the test ends. */
export async function temporaryStore(): Promise<Store & { readonly database: string }> {
  const database = join(temporaryFolder(), 'test.db');
  const store = await openStore({ database });
  onTestFinished(() => store.close());
  return { ...store, database };
}

/** All that the database's files hold, -wal and -shm too. */
export function readDatabaseFiles(path: string): string {
  const folder = join(path, '..');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}
