import pg from 'pg';
import { StoreError } from '../store-error.ts';

/**
 * What a connection is for.
 * - `durable`: a finished commit is on the disk.
 * - `relaxed`: a commit survives a crash of this process, but a power cut may lose the last ones.
 * - `patient`: durable and without time limits, for migrations. Only one such transaction runs at a time.
 * - `read`: read-only, unless a pooler provides the session.
 */
export type ConnectionUse = 'durable' | 'relaxed' | 'patient' | 'read';

type SessionSettings = ReturnType<typeof sessionSettings>;

// Like `connect_timeout` of libpq (PostgreSQL, 32.1.2), which the URL may set.
const connectSeconds = '5';

type Setting = readonly [name: string, value: string];

// Milliseconds. The URL may set others.
const timeouts = {
  statement_timeout: '10000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '10000',
};
// Other processes may migrate for long. These override the settings of the database user.
const patience = {
  statement_timeout: '0',
  lock_timeout: '1h',
  idle_in_transaction_session_timeout: '0',
};

// Only with `off` a server commits without writing to its own disk. Every other setting stays as it is.
const synchronous = `case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end`;
const commits: Readonly<Record<ConnectionUse, readonly Setting[]>> = {
  durable: [['synchronous_commit', synchronous]],
  patient: [['synchronous_commit', synchronous]],
  // At a stricter level, of two statements that change a row at once one fails, and nothing repeats it.
  relaxed: [
    ['synchronous_commit', `'off'`],
    ['default_transaction_isolation', `'read committed'`],
  ],
  read: [['default_transaction_read_only', `'on'`]],
};

/**
 * The settings of a session, whose values are SQL expressions, and the URL without those that it contained. `connectMs` is how long
 * to wait for a connection, including for a free one in the pool; 0 for no limit.
 *
 * @throws StoreError `url_invalid`
 */
export function sessionSettings(connectionString: string, use: ConnectionUse) {
  const url = new URL(connectionString);
  const settings: Setting[] = [...commits[use]];
  const seconds = url.searchParams.get('connect_timeout') ?? connectSeconds;
  if (!/^\d{1,6}$/.test(seconds))
    throw new StoreError(
      'url_invalid',
      'connect_timeout in the URL of the database must be whole seconds: 5, 30',
    );
  // `move` finds services by their name.
  for (const name of ['connect_timeout', 'application_name']) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(use === 'patient' ? patience : timeouts)) {
    const wanted = url.searchParams.get(name);
    if (wanted !== null && !/^\d+(ms|s|min|h)?$/.test(wanted))
      throw new StoreError(
        'url_invalid',
        `${name} in the URL of the database must be a time: 5000, 5s, 1min`,
      );
    settings.push([name, pg.escapeLiteral(use === 'patient' ? value : (wanted ?? value))]);
    // PgBouncer would reject it as a startup parameter.
    url.searchParams.delete(name);
  }
  return { connectionString: url.href, connectMs: Number(seconds) * 1000, settings };
}

/**
 * Applies the settings to the session, if it belongs to this connection only, and returns whether it does. A pooler such as
 * PgBouncer shares sessions between clients, so they must not be changed. Then the process id of the session differs from the
 * one that the client got when it connected.
 */
export async function setUpSession(
  client: pg.ClientBase,
  { settings }: Pick<SessionSettings, 'settings'>,
): Promise<boolean> {
  const processId = 'processID' in client ? Number(client.processID) : 0;
  const query = `select ${toCalls(settings, false)} where pg_backend_pid() = $1`;
  return (await client.query(query, [processId])).rowCount === 1;
}

/** Begins a transaction in one message: Kysely's `begin`, with the settings for this transaction. */
export function beginOf(
  begin: string,
  use: ConnectionUse,
  { settings }: Pick<SessionSettings, 'settings'>,
  isOwnSession: boolean,
): string {
  const statements = [begin];
  if (!isOwnSession) statements.push(`select ${toCalls(settings, true)}`);
  if (use === 'patient') statements.push(`select pg_advisory_xact_lock(${migrationLock})`);
  return statements.join('; ');
}

// The same as Kysely's own lock.
const migrationLock = '3853314791062309107';

function toCalls(settings: readonly Setting[], isLocal: boolean): string {
  return settings.map(([name, value]) => `set_config('${name}', ${value}, ${isLocal})`).join(', ');
}
