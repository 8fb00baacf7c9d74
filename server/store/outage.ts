const outages = [
  'SQLITE_BUSY',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_LOCKED',
  'SQLITE_READONLY',
];

/** Whether a store's error says that it cannot work now, as opposed to a bug: trying again later may help. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  const { code } = error;
  return outages.some((outage) => code === outage || code.startsWith(`${outage}_`));
}
