import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StoreError } from '../store-error.ts';

const postgresUrl = /^postgres(ql)?:\/\//i;
// A drive of Windows has one letter. The last forms are that of libpq, and a name with a password, after any scheme or none.
const anyUrl =
  /:\/\/|^[\s"']*([\w+.:-]{2,}:\/|postgres(ql)?(:|.?\/\/))|(^|[\s?&;])(pg)?(host|dbname|user|password)\s*=|^(?![a-z]:[\\/])\/{0,2}[^/\\]*:.*@/i;

/**
 * Whether `database` is a PostgreSQL URL; otherwise it is the path of an SQLite file.
 *
 * @throws StoreError `url_invalid` for another URL, which may contain a password, so that no file is named after it
 */
export function isPostgresUrl(database: string): boolean {
  if (postgresUrl.test(database)) return true;
  if (!anyUrl.test(database)) return false;
  throw new StoreError(
    'url_invalid',
    'the database is a URL or a list of parameters, and does not begin with postgres://: use the form postgres://user@host:5432/name, or the path of an SQLite file',
  );
}

/** What is shown of an invalid URL, which may contain a password anywhere. */
export const hiddenUrl = 'postgres://…';

/** The database for messages and logs, without the password and parameters of a URL. */
export function hidePassword(database: string): string {
  if (!anyUrl.test(database)) return database;
  if (!postgresUrl.test(database) || !URL.canParse(database)) return hiddenUrl;
  const { username, host, pathname, search, hash, searchParams } = new URL(database);
  // The password may be behind a character that it must not contain, or that is not the one before it.
  const isPlain = /^([\w.-]|%40)*@\/[\w.-]*$/.test(`${username}@${pathname || '/'}`);
  if (!isPlain || /@.*@/.test(database) || (search + hash).includes('@')) return hiddenUrl;
  const at = host === '' ? (searchParams.get('host') ?? '') : host;
  return `postgres://${username === '' ? '' : `${username}@`}${at}${pathname}`;
}

/** The URL for `pg`. @throws StoreError `url_invalid` */
export function connectionString(
  database: string,
  // biome-ignore lint/style/noProcessEnv: `pg` reads these too, for what the URL leaves out.
  environment = process.env,
): string {
  const url = parseUrl(database, environment);
  readTlsParameters(url, environment);
  return url.href;
}

function parseUrl(database: string, { PGPORT }: Environment): URL {
  const url = URL.canParse(database) ? new URL(database) : undefined;
  const port = Number(url?.searchParams.get('port') || url?.port || PGPORT || 1);
  // Without the error of the platform as a cause: it contains the URL with its password.
  if (url === undefined || !Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StoreError(
      'url_invalid',
      'the URL of the database, or PGPORT, is not valid: use the form postgres://user@host:5432/name with one host, and percent-encode special characters in a password, or set PGPASSWORD',
    );
  return url;
}

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const files = ['sslrootcert', 'sslcert', 'sslkey'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Converts libpq's TLS parameters in the URL, and its environment variables, to those of `pg`. Every mode with TLS verifies
 * the certificate and host name, except `no-verify`, and except `uselibpqcompat`, which does what libpq does.
 *
 * @throws StoreError `url_invalid`
 */
function readTlsParameters(url: URL, environment: Environment): void {
  const { searchParams } = url;
  if (!isSocket(url, environment)) addVariables(searchParams, environment);
  const mode = searchParams.get('sslmode');
  // `pg` treats an unknown mode in the URL as its strictest one, and ignores one in the variable.
  if (mode !== null && !modes.includes(mode))
    throw invalid(environment, 'sslmode', mode, `must be one of ${modes.join(', ')}`);
  // libpq then trusts the certificates of the system. Here these are the ones that Node trusts.
  const isSystem = searchParams.get('sslrootcert') === 'system';
  if (isSystem) searchParams.delete('sslrootcert');
  for (const name of files) checkFile(environment, name, searchParams.get(name));
  const asLibpq = searchParams.get('uselibpqcompat') === 'true' && !isSystem;
  // `pg` verifies the same in these modes, but warns at each start that this may change.
  if (['prefer', 'require', 'verify-ca'].includes(mode ?? (isSystem ? 'require' : '')) && !asLibpq)
    searchParams.set('sslmode', 'verify-full');
  else if (mode === 'verify-ca' && !searchParams.has('sslrootcert'))
    throw invalid(environment, 'sslmode', mode, 'needs sslrootcert=<file> with uselibpqcompat');
}

// `pg` reads only the mode of these, and ignores an unknown one.
function addVariables(searchParams: URLSearchParams, environment: Environment): void {
  for (const name of ['sslmode', ...files]) {
    const value = environment[variableOf(name)];
    if (value && !searchParams.has(name)) searchParams.set(name, value);
  }
}

/** libpq has no TLS on Unix sockets, and ignores these parameters. */
function isSocket({ hostname, searchParams }: URL, { PGHOST = '' }: Environment): boolean {
  return /^(\/|%2f)/i.test(hostname || searchParams.get('host') || PGHOST);
}

function checkFile(environment: Environment, name: string, path: string | null): void {
  if (path === null) return;
  const named = (what: string) => `names the file ${path}, which ${what}`;
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (cause) {
    throw invalid(environment, name, path, named('cannot be read'), { cause });
  }
  if (name === 'sslkey') return;
  try {
    new X509Certificate(content);
  } catch (cause) {
    throw invalid(environment, name, path, named('contains no PEM certificate'), { cause });
  }
}

function invalid(
  environment: Environment,
  name: string,
  value: string,
  what: string,
  options?: ErrorOptions,
): StoreError {
  const variable = variableOf(name);
  const where = environment[variable] === value ? variable : `${name} in the URL of the database`;
  return new StoreError('url_invalid', `${where} ${what}`, options);
}

const variableOf = (name: string) => `PG${name.toUpperCase()}`;
