import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/server/database.ts';

/** Where a database is, and its secrets. */
export type DatabasePaths = Pick<TestDatabase, 'database' | 'secrets'>;

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A database that goes when the test ends. */
export async function temporaryDatabase(options?: { readonly isNew?: boolean }): Promise<DatabasePaths> {
  const { database, secrets, remove } = await createTestDatabase(options);
  onTestFinished(remove);
  return { database, secrets };
}

/** A store on a database of its own, which goes when the test ends. */
export async function temporaryStore(): Promise<Store & DatabasePaths> {
  const place = await temporaryDatabase();
  const store = await openStore(place);
  onTestFinished(() => store.close());
  return { ...store, ...place };
}

/** What a command needs to find it. */
export function argumentsOf({ database, secrets }: DatabasePaths): string[] {
  return ['--database', database, '--secrets', secrets];
}
