import { codeOf } from '../security/private-file.ts';
import { isPostgresOutage } from './postgres/failures.ts';
import { StoreError } from './store-error.ts';

/**
 * Whether SQLite cannot work now: another process holds the lock for too long, its file was removed or replaced, or the disk is
 * full, damaged, read-only or cannot be reached.
 */
export function isSqliteOutage(error: unknown): boolean {
  if (error instanceof StoreError) return error.reason === 'database_replaced';
  // Its files are looked at before it is used. That fails when their folder cannot be searched.
  if (Reflect.get(Object(error), 'syscall') === 'stat') return true;
  return sqlite.some(([start]) => codeOf(error)?.startsWith(start));
}

/** Whether another process holds SQLite's write lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_BUSY';
}

/** Why the database cannot work now, in words for an operator; `undefined` for any other error. */
export function describeOutage(error: unknown): string | undefined {
  const [, ofSqlite] = sqlite.find(([start]) => codeOf(error)?.startsWith(start)) ?? [];
  if (ofSqlite !== undefined) return `the database cannot be used: ${ofSqlite}`;
  // A reader of the output that has gone gives `EPIPE` too.
  if (!isPostgresOutage(error) || codeOf(error) === 'EPIPE') return undefined;
  // The messages of the server and of `pg` contain neither the URL nor the password.
  const words = error instanceof Error && error.message !== '' ? error.message : codeOf(error);
  // A message of `pg` itself: its response is lost, or a commit waits for a replica that is away.
  const later = codeOf(error) === undefined ? '; a change that was sent may still take effect' : '';
  return `the database cannot be used: ${words}${later}`;
}

const sqlite = [
  ['SQLITE_BUSY', 'another process has locked it; try again later'],
  ['SQLITE_LOCKED', 'another process has locked it; try again later'],
  ['SQLITE_FULL', 'its disk is full'],
  ['SQLITE_READONLY', 'it is read-only, or its file system is'],
  ['SQLITE_CANTOPEN', 'its file, or its -wal or -shm file, cannot be opened'],
  ['SQLITE_IOERR', 'its disk cannot be read or written'],
  ['SQLITE_CORRUPT', 'its file is damaged; restore a backup'],
  ['SQLITE_NOTADB', 'its file is damaged; restore a backup'],
] as const;
