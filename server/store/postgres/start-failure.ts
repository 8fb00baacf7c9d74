import { StoreError } from '../store-error.ts';
import { codeOf, isPostgresOutage } from './outage.ts';
import { hidePassword } from './url.ts';

/** What kept the database from being opened, in words for whoever starts the service; a bug stays as it is. */
export function toStoreError(error: unknown, database: string): unknown {
  if (error instanceof StoreError) return error;
  const name = hidePassword(database);
  const code = codeOf(error);
  const told = (message: string) => new StoreError('unreachable', message, { cause: error });

  if (code === '42501')
    return told(
      `the user of ${name} may not make tables there: "grant create, usage on schema public" to it, or give it the database`,
    );
  if (code === '25006') return told(`${name} is read-only: name the primary, not a standby`);
  if (code?.startsWith('28')) return told(`${name} refuses the login: ${passwordHint}`);
  if (code === '3D000') return told(`there is no database ${name}: make it with "create database"`);
  if (code === '3F000') return told(`the search_path of ${name} names no schema that is there`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return told(
      `the certificate of ${name} is of another host: name the host in the URL as the certificate does`,
    );
  if (code !== undefined && tlsFailure.test(code))
    return told(
      `the certificate of ${name} cannot be verified (${code}): name its authority with sslrootcert=<file> in the URL, or with PGSSLROOTCERT`,
    );
  if (error instanceof Error && /^(SASL|The server does not support SSL)/.test(error.message))
    return told(
      error.message.startsWith('SASL')
        ? `${name} asks for a password: ${passwordHint}`
        : `${name} does not support TLS, which its URL or a variable, as PGSSLMODE is, asks for`,
    );
  if (isPostgresOutage(error)) return told(`cannot reach ${name}: ${reasonOf(error, code)}`);
  return error;
}

const passwordHint =
  'give the password in PGPASSWORD, in ~/.pgpass, or in the URL in ACCOUNT_ACCESS_DATABASE';

const tlsFailure = /CERT|^UNABLE_TO|ERR_TLS|^EPROTO/;

function reasonOf(error: unknown, code: string | undefined): string {
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  if (code === 'ENOENT') return 'there is no such socket';
  // Of the server or of `pg`, whose words on connecting repeat neither URL nor password.
  return error instanceof Error && error.message !== '' ? error.message : String(code);
}
