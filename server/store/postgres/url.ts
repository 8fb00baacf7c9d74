/** Whether `database` is a PostgreSQL URL; anything else is the path of an SQLite file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/** The database for messages and logs, without the password and parameters of a URL. */
export function hidePassword(database: string): string {
  if (!isPostgresUrl(database)) return database;
  if (!URL.canParse(database)) return 'postgres://…';
  const { username, host, pathname, searchParams } = new URL(database);
  const at = host === '' ? (searchParams.get('host') ?? '') : host;
  return `postgres://${username === '' ? '' : `${username}@`}${at}${pathname}`;
}

/** Whether a URL contains a password, so that others must not be able to read it. */
export function containsPassword(database: string): boolean {
  if (!isPostgresUrl(database)) return false;
  // An invalid URL may contain one.
  if (!URL.canParse(database)) return true;
  const { password, searchParams } = new URL(database);
  return password !== '' || searchParams.has('password');
}
