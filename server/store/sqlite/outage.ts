import { codeOf } from '../../security/private-file.ts';

// Apart from the driver: the command line describes an outage without loading it.
const outages = [
  'SQLITE_BUSY',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_LOCKED',
  'SQLITE_READONLY',
];

/** Whether SQLite cannot work now: another process holds the lock for too long, or the disk is full, damaged or read-only. */
export function isSqliteOutage(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && outages.includes(code);
}

/** Whether another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_BUSY';
}
