import { StoreError } from '../errors.ts';
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
export function connectionString(database: string): string {
  const url = parseUrl(database);
  readTlsParameters(url);
  return url.href;
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
