import pg from 'pg';
import { StoreError } from '../store-error.ts';

/**
 * What a connection is for.
 * - `durable`: a commit that was answered is on the disk.
 * - `quick`: it survives this process, but its last moments not a power cut.
 * - `patient`: durable, and may take its time, as migrations do; of its transactions there is one at a time.
 * - `read`: cannot write, where its session is its own.
 */
export type ConnectionUse = 'durable' | 'quick' | 'patient' | 'read';

/** What the server is told about a session, and the URL without what it said of that. */
export interface SessionSettings {
  readonly connectionString: string;
  /** How long a connection may take to be had, waiting for another's to be free included; 0 for as long as it takes. */
  readonly connectMs: number;
  /** Values are expressions of SQL. */
  readonly settings: readonly Setting[];
}

// As libpq has `connect_timeout` (PostgreSQL, 32.1.2), which may be given in the URL.
const connectSeconds = '5';

type Setting = readonly [name: string, value: string];

// Milliseconds. The URL may say otherwise.
const timeouts = {
  statement_timeout: '10000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '10000',
};
// Others may migrate for long, and are waited for; whatever the user of the database is set to.
const patience = { statement_timeout: '0', lock_timeout: '1h', idle_in_transaction_session_timeout: '0' };

// A server may be set to answer before it has written; a stronger setting than `on`, with standbys, is left as it is.
const synchronous = `case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end`;
const commits: Readonly<Record<ConnectionUse, readonly Setting[]>> = {
  durable: [['synchronous_commit', synchronous]],
  patient: [['synchronous_commit', synchronous]],
  quick: [['synchronous_commit', `'off'`]],
  read: [['default_transaction_read_only', `'on'`]],
};

/** @throws StoreError `url_invalid` */
export function sessionSettings(connectionString: string, use: ConnectionUse): SessionSettings {
  const url = new URL(connectionString);
  const settings: Setting[] = [...commits[use]];
  const seconds = url.searchParams.get('connect_timeout') ?? connectSeconds;
  if (!/^\d{1,6}$/.test(seconds))
    throw new StoreError(
      'url_invalid',
      'connect_timeout in the URL of the database must be whole seconds: 5, 30',
    );
  url.searchParams.delete('connect_timeout');
  for (const [name, value] of Object.entries(use === 'patient' ? patience : timeouts)) {
    const wanted = url.searchParams.get(name);
    if (wanted !== null && !/^\d+(ms|s|min|h)?$/.test(wanted))
      throw new StoreError(
        'url_invalid',
        `${name} in the URL of the database must be a time: 5000, 5s, 1min`,
      );
    settings.push([name, pg.escapeLiteral(use === 'patient' ? value : (wanted ?? value))]);
    // As a parameter of the session's start PgBouncer would refuse it.
    url.searchParams.delete(name);
  }
  return { connectionString: url.href, connectMs: Number(seconds) * 1000, settings };
}

/**
 * Sets a session up, if it is of this connection alone, and answers whether it is: a pooler such as PgBouncer gives each
 * transaction another session, which is not ours to change. It shows in the process of the session, which is another than
 * that of which the client was told when it connected.
 */
export async function setUpSession(
  client: pg.ClientBase,
  { settings }: Pick<SessionSettings, 'settings'>,
): Promise<boolean> {
  const process = 'processID' in client ? Number(client.processID) : 0;
  const query = `select ${toCalls(settings, false)} where pg_backend_pid() = $1`;
  return (await client.query(query, [process])).rowCount === 1;
}

/** What begins a transaction, in one message: `begin` of Kysely, with what holds for this transaction alone. */
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

// That of Kysely's own lock, so that nobody migrates together with an earlier release.
const migrationLock = '3853314791062309107';

function toCalls(settings: readonly Setting[], isLocal: boolean): string {
  return settings.map(([name, value]) => `set_config('${name}', ${value}, ${isLocal})`).join(', ');
}
