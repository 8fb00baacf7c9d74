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
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  const { code } = error;
  return outages.some((outage) => code === outage || code.startsWith(`${outage}_`));
}
