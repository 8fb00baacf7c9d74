import { OperatorError } from '../operator-error.ts';
import { codeOf } from '../security/private-file.ts';
import { OutageError } from './database.ts';
import { hidePassword } from './database-name.ts';

/** Whether PostgreSQL rolled a transaction back because of another one: it may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

// SQLSTATE (PostgreSQL, appendix A) by their beginning.
const outages = [
  '08', // connections
  '25006', // read-only: a standby, or a disk that is almost full
  '25P03', // idle in a transaction for too long
  '25P04', // time-out of a transaction
  '28', // the login is rejected
  '3D000', // there is no such database
  '40001', // conflicts with others, again and again
  '40P01',
  '42501', // a privilege is missing, which the operator can grant
  '53', // the disk is full, or there are too many connections
  '55000', // the database accepts no connections
  '55P03', // time-out of a lock
  '57', // time-out of a statement, shutdown
  '58', // input and output
  'XX001', // damaged data
  'XX002',
];

// Of Node, for connections.
const network =
  /^(E(AI_AGAIN|CONN\w+|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT|NOENT|ACCES|PROTO)|.*CERT.*|UNABLE_TO.*|ERR_(TLS|OSSL).*)$/;

// Of `pg`, whose own errors have no code.
const driver =
  /^(Connection terminated|timeout e|Query read timeout|Client |Cannot use a pool|The server does not support SSL|There was an error establishing|SASL)/;

/** An `OutageError` when PostgreSQL is unreachable, too busy, full or read-only. Other errors are returned unchanged: they are bugs. */
export function toOutage(error: unknown): unknown {
  if (error instanceof OutageError || !isOutage(error)) return error;
  return new OutageError(`the database cannot be used: ${describe(error)}`, { cause: error });
}

function isOutage(error: unknown): boolean {
  // Of several addresses of a host, the errors are in one.
  if (error instanceof AggregateError) return true;
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && driver.test(error.message);
  return network.test(code) || outages.some((beginning) => code.startsWith(beginning));
}

/** The messages of the server and of `pg` contain neither the URL nor the password. */
function describe(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND') return 'there is no such host';
  const message = error instanceof Error ? error.message : '';
  return message === '' ? `${code}` : message;
}

/** Why the database cannot be opened. Returns other errors unchanged. */
export function toOperatorError(error: unknown, url: string): unknown {
  if (!(error instanceof OutageError)) return error;
  const { cause } = error;
  const code = codeOf(cause);
  const hint = code?.startsWith('28')
    ? ': set the password in PGPASSWORD, in ~/.pgpass, or in the URL'
    : code === '3D000'
      ? ': create it with "create database"'
      : code === '42501'
        ? ': grant its user "create, usage on schema public", or make it the owner of the database'
        : '';
  return new OperatorError(`cannot use ${hidePassword(url)}: ${describe(cause)}${hint}`, {
    cause,
  });
}
