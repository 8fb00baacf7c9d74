import { codeOf } from '../../security/private-file.ts';
import { StoreError } from '../store-error.ts';
import { hidePassword } from './url.ts';

// SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html: lost connections, refused logins, a full
// disk or too many connections, exhausted transaction ids, shutdowns, input and output, damaged files.
const classes = ['08', '28', '53', '54000', '57P', '58', 'XX001', 'XX002'];

const states: ReadonlySet<string> = new Set([
  '25P03', // idle in a transaction for too long
  '25P04', // transaction time-out
  '3D000', // no such database
  '40001', // serialization failure, after several attempts
  '40P01', // deadlock, after several attempts
  '42501', // insufficient privilege, which the operator can fix
  '55000', // the database takes no connections
  '55P03', // lock time-out
  '57014', // statement time-out
]);

const network: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

// Messages of `pg` without a code.
const words =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client has encountered a connection error|Client was closed|The server does not support SSL|There was an error establishing an SSL|SASL)/;

/** Whether PostgreSQL rolled a transaction back because of another one: a deadlock, or a serialization failure. */
export function isCollision(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

// A session stays read-only when its database accepts writes again, or its server is no longer the primary. It keeps what it has
// prepared when a table has other columns.
const stale: readonly string[] = ['25006', '0A000'];

export function isBrokenConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && words.test(error.message);
  return (
    stale.includes(code) || network.has(code) || code.startsWith('08') || code.startsWith('57P')
  );
}

/** Whether PostgreSQL cannot work now: it is unreachable, shut down, too busy, full, or read-only. */
export function isPostgresOutage(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined || isBrokenConnection(error)) return isBrokenConnection(error);
  // Nothing listens, a firewall forbids it, there is no such Unix socket. Of several addresses, the errors are in one.
  const isOfConnect =
    error instanceof AggregateError || Reflect.get(Object(error), 'syscall') === 'connect';
  if (isOfConnect || tlsFailure.test(code)) return true;
  return states.has(code) || (code.length === 5 && classes.some((start) => code.startsWith(start)));
}

/** Describes for the operator why the database could not be opened. Returns other errors unchanged. */
export function toStoreError(error: unknown, database: string): unknown {
  if (error instanceof StoreError) return error;
  const name = hidePassword(database);
  const code = codeOf(error);
  const unreachable = (message: string) => new StoreError('unreachable', message, { cause: error });

  if (code === '42501')
    return unreachable(
      `the user of ${name} may not create tables: run "grant create, usage on schema public to <user>", or make it the owner of the database`,
    );
  if (code === '25006') return unreachable(`${name} is read-only: use the primary, not a standby`);
  const message = error instanceof Error ? error.message : '';
  if (code?.startsWith('28') || pgBouncerRejects.test(message))
    return unreachable(`${name} rejects the login: ${code === '28000' ? message : passwordHint}`);
  if (message.includes('statement pooling mode'))
    return unreachable(
      `cannot use ${name}: PgBouncer pools statements there: set pool_mode = transaction`,
    );
  if (code === '3D000')
    return unreachable(`there is no database ${name}: create it with "create database"`);
  if (code === '3F000')
    return unreachable(`the search_path of ${name} contains no existing schema`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return unreachable(
      `the certificate of ${name} belongs to another host: use the host name of the certificate in the URL`,
    );
  if (code?.startsWith('ERR_OSSL'))
    return unreachable(
      `sslcert and sslkey of ${name} must be PEM files without a passphrase, and match`,
    );
  if (code !== undefined && tlsFailure.test(code))
    return unreachable(
      `the certificate of ${name} cannot be verified (${code}): set its certificate authority with sslrootcert=<file> in the URL, or with PGSSLROOTCERT`,
    );
  if (/^(SASL|The server does not support SSL)/.test(message))
    return unreachable(
      message.startsWith('SASL')
        ? `${name} requires a password: ${passwordHint}`
        : `${name} does not support TLS, which the URL or a variable such as PGSSLMODE requires`,
    );
  if (isPostgresOutage(error)) return unreachable(`cannot reach ${name}: ${reasonOf(error, code)}`);
  return error;
}

const passwordHint =
  'set the password in PGPASSWORD, in ~/.pgpass, or in the URL in ACCOUNT_ACCESS_DATABASE';

// PgBouncer gives these errors the code of a protocol violation.
const pgBouncerRejects = /^(SASL|password) authentication failed/;

const tlsFailure = /CERT|^UNABLE_TO|ERR_TLS|ERR_OSSL|^EPROTO/;

function reasonOf(error: unknown, code: string | undefined): string {
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  if (code === 'ENOENT') return 'there is no such socket';
  // The messages of the server and of `pg` contain neither the URL nor the password.
  return error instanceof Error && error.message !== '' ? error.message : String(code);
}
