import { StoreError } from '../store-error.ts';
import { readTlsParameters } from './tls-parameters.ts';

/** Whether a database is named by a PostgreSQL URL; anything else is the path of an SQLite file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/** The database in words that may be told and logged: of a URL neither its password nor its parameters. */
export function hidePassword(database: string): string {
  if (!isPostgresUrl(database)) return database;
  if (!URL.canParse(database)) return 'postgres://…';
  const { username, host, pathname, searchParams } = new URL(database);
  const at = host === '' ? (searchParams.get('host') ?? '') : host;
  return `postgres://${username === '' ? '' : `${username}@`}${at}${pathname}`;
}

/** Whether a URL holds a password, which then must not stand where others can read it. */
export function holdsPassword(database: string): boolean {
  if (!isPostgresUrl(database)) return false;
  // One that cannot be read may hold one: better too careful.
  if (!URL.canParse(database)) return true;
  const { password, searchParams } = new URL(database);
  return password !== '' || searchParams.has('password');
}

/** The URL as `pg` shall read it. @throws StoreError `url_invalid` */
export function connectionString(
  database: string,
  // biome-ignore lint/style/noProcessEnv: `pg` looks there too, for all that the URL leaves out.
  environment = process.env,
): string {
  refuseSeveralHosts(database, environment.PGHOST);
  const url = parseUrl(database);
  readTlsParameters(url, environment);
  return url.href;
}

// libpq tries one after the other; `pg` would look for a host of this whole name, or cannot read the URL.
function refuseSeveralHosts(database: string, variable = ''): void {
  const [, named = '', parameters = ''] =
    /^[^:]*:\/\/(?:[^/?#]*@)?([^/?#]*)[^?#]*\??([^#]*)/.exec(database) ?? [];
  const inParameters = new URLSearchParams(parameters).getAll('host').join();
  if ((named || inParameters || variable).includes(','))
    throw new StoreError(
      'url_invalid',
      'the URL of the database, or PGHOST, names several hosts, and one is taken: name a load balancer or PgBouncer that stands before them, or the name by which your provider leads to the primary',
    );
}

function parseUrl(database: string): URL {
  // Neither what is wrong with it nor the error of the platform is passed on: both repeat the URL with its password.
  if (!URL.canParse(database))
    throw new StoreError(
      'url_invalid',
      'the URL of the database cannot be read: postgres://user@host:5432/name is one; percent-encode what is special in a password, or leave it to PGPASSWORD',
    );
  return new URL(database);
}
