import { OperatorError } from '../operator-error.ts';

const postgresUrl = /^postgres(ql)?:\/\//i;

/**
 * Whether `database` is the URL of a PostgreSQL database; otherwise it is the path of an SQLite file.
 *
 * @throws OperatorError for another URL, which may contain a password, so that no file is named after it
 */
export function isPostgresUrl(database: string): boolean {
  if (postgresUrl.test(database)) return true;
  if (!/^\s*[\w+.-]{2,}:\/|:.*@|\bpassword\s*=/i.test(database)) return false;
  throw new OperatorError(
    'the database must be a URL of the form postgres://user@host:5432/name, or the path of an SQLite file',
  );
}

/** The database for messages and logs, without the password and the parameters of a URL. */
export function hidePassword(database: string): string {
  if (!isPostgresUrl(database)) return database;
  const url = URL.canParse(database) ? new URL(database) : undefined;
  // A password that is not percent-encoded may have ended up in another part.
  if (url === undefined || /@.*@|[?#].*@/.test(database) || url.pathname.includes('@'))
    return 'postgres://…';
  const user = url.username === '' ? '' : `${url.username}@`;
  return `postgres://${user}${url.host || (url.searchParams.get('host') ?? '')}${url.pathname}`;
}
