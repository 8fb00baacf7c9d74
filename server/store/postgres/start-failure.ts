import { codeOf } from '../../security/error-code.ts';
import { StoreError } from '../store-error.ts';
import { isPostgresOutage } from './outage.ts';
import { hidePassword } from './url.ts';

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
    return unreachable(`${name} rejects the login: ${passwordHint}`);
  if (message.includes('statement pooling mode'))
    return unreachable(`cannot use ${name}: PgBouncer pools statements there: set pool_mode = transaction`);
  if (code === '3D000') return unreachable(`there is no database ${name}: create it with "create database"`);
  if (code === '3F000') return unreachable(`the search_path of ${name} contains no existing schema`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return unreachable(
      `the certificate of ${name} belongs to another host: use the host name of the certificate in the URL`,
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

const passwordHint = 'set the password in PGPASSWORD, in ~/.pgpass, or in the URL in ACCOUNT_ACCESS_DATABASE';

// PgBouncer gives these errors the code of a protocol violation.
const pgBouncerRejects = /^(SASL|password) authentication failed/;

const tlsFailure = /CERT|^UNABLE_TO|ERR_TLS|^EPROTO/;

function reasonOf(error: unknown, code: string | undefined): string {
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  if (code === 'ENOENT') return 'there is no such socket';
  // The messages of the server and of `pg` contain neither the URL nor the password.
  return error instanceof Error && error.message !== '' ? error.message : String(code);
}
