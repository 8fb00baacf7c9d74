import { existsSync } from 'node:fs';
import { codeOf } from '../../server/security/private-file.ts';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { StoreError } from '../../server/store/store-error.ts';

/** SQLite reads a file with such an end as part of a database. */
export const extraSuffixes = ['-wal', '-shm', '-journal'];

/**
 * Makes sure that no other process has the database open, or opens it before the returned connection is closed, and moves all data
 * into the main file. SQLite lets only the last connection leave WAL mode. Returns `undefined` when the file is unusable.
 *
 * @throws StoreError `database_in_use`
 */
export function takeExclusive(path: string): Sqlite | undefined {
  if (!existsSync(path)) return undefined;
  const sqlite = new Sqlite(path);
  try {
    sqlite.exec('pragma busy_timeout = 2000; pragma journal_mode = delete; begin exclusive');
    // In WAL mode the lock would let others read.
    if (JSON.stringify(sqlite.prepare('pragma journal_mode').all()).includes('delete'))
      return sqlite;
    throw inUse(path);
  } catch (error) {
    sqlite.close();
    const code = codeOf(error) ?? '';
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw inUse(path, error);
    // Damaged, which is a reason to restore.
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return undefined;
    throw error;
  }
}

function inUse(path: string, cause?: unknown): StoreError {
  return new StoreError('database_in_use', `${path} is in use: stop the service that uses it`, {
    cause,
  });
}
