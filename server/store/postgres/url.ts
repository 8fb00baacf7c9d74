import { StoreError } from '../store-error.ts';
import { readTlsParameters } from './tls-parameters.ts';

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

/** The URL for `pg`. @throws StoreError `url_invalid` */
export function connectionString(
  database: string,
  // biome-ignore lint/style/noProcessEnv: `pg` reads these too, for what the URL leaves out.
  environment = process.env,
): string {
  refuseSeveralHosts(database, environment.PGHOST);
  const url = parseUrl(database);
  readTlsParameters(url, environment);
  return url.href;
}

// libpq tries the hosts in order. `pg` does not support several hosts.
function refuseSeveralHosts(database: string, variable = ''): void {
  const [, named = '', parameters = ''] =
    /^[^:]*:\/\/(?:[^/?#]*@)?([^/?#]*)[^?#]*\??([^#]*)/.exec(database) ?? [];
  const inParameters = new URLSearchParams(parameters).getAll('host').join();
  if ((named || inParameters || variable).includes(','))
    throw new StoreError(
      'url_invalid',
      'the URL of the database, or PGHOST, names several hosts, and only one is supported: use the host name of the primary, of a load balancer, or of PgBouncer',
    );
}

function parseUrl(database: string): URL {
  // Without the error of the platform as a cause: it contains the URL with its password.
  if (!URL.canParse(database))
    throw new StoreError(
      'url_invalid',
      'the URL of the database is not valid: use the form postgres://user@host:5432/name, and percent-encode special characters in a password, or set PGPASSWORD',
    );
  return new URL(database);
}
