const outages = [
  'SQLITE_BUSY',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_LOCKED',
  'SQLITE_READONLY',
];

/** Whether SQLite cannot work now: another process writes for too long, the disk is full, broken or read-only. */
export function isSqliteOutage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  const { code } = error;
  return outages.some((outage) => code === outage || code.startsWith(`${outage}_`));
}
