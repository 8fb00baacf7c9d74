import { codeOf } from '../../security/error-code.ts';

// SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html: lost connections, refused logins, a full
// disk or too many connections, shutdowns, input and output.
const classes = ['08', '28', '53', '57P', '58'];

const states: ReadonlySet<string> = new Set([
  '25P03', // idle in a transaction for too long
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
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the server's Unix socket
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

// Messages of `pg` without a code.
const words =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** Whether PostgreSQL rolled a transaction back because of another one: a deadlock, or a serialization failure. */
export function isCollision(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** Whether another transaction had a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

// A session stays read-only when its database accepts writes again, or its server is no longer the primary.
const readOnly = '25006';

/** Whether a connection is unusable. */
export function isBrokenConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && words.test(error.message);
  return code === readOnly || network.has(code) || code.startsWith('08') || code.startsWith('57P');
}

/** Whether PostgreSQL cannot work now: it is unreachable, shut down, too busy, full, or read-only. */
export function isPostgresOutage(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined || isBrokenConnection(error)) return isBrokenConnection(error);
  return states.has(code) || (code.length === 5 && classes.some((start) => code.startsWith(start)));
}
