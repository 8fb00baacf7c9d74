import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isBrokenConnection } from './outage.ts';
import { connectionString } from './url.ts';

export interface PoolOptions {
  readonly size: number;
  /**
   * - `durable`: a commit that was answered is on the disk.
   * - `quick`: it survives this process, but its last moments not a power cut.
   * - `patient`: durable, and may take its time, as migrations do.
   * - `read`: cannot write.
   */
  readonly use: 'durable' | 'quick' | 'patient' | 'read';
}

const second = 1000;

/** Connections to the server that the URL names; none is made before it is needed. @throws StoreError */
export function createPool(database: string, { size, use }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: connectionString(database),
    max: size,
    application_name: 'account-access',
    connectionTimeoutMillis: 5 * second,
    idleTimeoutMillis: 60 * second,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
    ...(use !== 'patient' && {
      statement_timeout: 10 * second,
      lock_timeout: 5 * second,
      idle_in_transaction_session_timeout: 10 * second,
      // For a server that falls silent, whose own time-outs then say nothing.
      query_timeout: 15 * second,
    }),
    types: { getTypeParser },
    // The pool waits for what this returns, whatever its type says.
    onConnect: (client) => client.query(settings[use]).then(() => {}),
  });
  // An idle connection was lost. The pool has dropped it, and the next query makes another.
  pool.on('error', () => {});
  // One was lost between the statements of a transaction: the next statement says so. Unheard, the event ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { connect: async () => watch(await pool.connect()), end: () => pool.end() };
}

// A server may be set to answer before it has written; a stronger setting than `on`, with standbys, is left as it is.
const durable = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;
const settings = {
  durable,
  patient: durable,
  quick: 'set synchronous_commit = off',
  read: 'set default_transaction_read_only = on',
} as const;

/** Keeps a connection that has broken, or is left in a transaction, from going back to the others. */
function watch(client: pg.PoolClient): PostgresPoolClient {
  let isBroken = false;
  let cause: unknown;
  const query = async (text: string, values: readonly unknown[]) => {
    // A rollback, say, would wait for a server that is silent as long again, and hide what went wrong.
    if (isBroken) throw cause;
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      isBroken = isBrokenConnection(error) || text === 'rollback';
      cause = error;
      throw error;
    }
  };
  // Kysely's type is overloaded with cursors, which it uses for streams only.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isBroken) };
}

// All our integers, milliseconds among them, are below 2^53; `pg` would make strings of them.
const { builtins } = pg.types;
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  // The types of this function are told apart by the format, and only that of text is asked for.
  type === builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text');
