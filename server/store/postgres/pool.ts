import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isBrokenConnection } from './outage.ts';
import { beginOf, type ConnectionUse, sessionSettings, setUpSession } from './session.ts';
import { connectionString } from './url.ts';

export interface PoolOptions {
  readonly size: number;
  readonly use: ConnectionUse;
}

const second = 1000;

/** Connections to the server that the URL names; none is made before it is needed. @throws StoreError */
export function createPool(database: string, { size, use }: PoolOptions): PostgresPool {
  const session = sessionSettings(connectionString(database), use);
  const shared = new WeakSet<object>();
  const pool = new pg.Pool({
    connectionString: session.connectionString,
    max: size,
    application_name: 'account-access',
    connectionTimeoutMillis: session.connectMs,
    idleTimeoutMillis: 60 * second,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
    // For a server that falls silent, whose own time-outs then say nothing.
    ...(use !== 'patient' && { query_timeout: 15 * second }),
    types: { getTypeParser },
    // The pool waits for what this returns, whatever its type says.
    onConnect: async (client) => {
      if (!(await setUpSession(client, session))) shared.add(client);
    },
  });
  // An idle connection was lost. The pool has dropped it, and the next query makes another.
  pool.on('error', () => {});
  // One was lost between the statements of a transaction: the next statement says so. Unheard, the event ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    connect: async () => {
      const client = await pool.connect();
      return watch(client, (begin) => beginOf(begin, use, session, !shared.has(client)));
    },
    end: () => pool.end(),
  };
}

/** Keeps a connection that has broken, or is left in a transaction, from going back to the others. */
function watch(client: pg.PoolClient, toBegin: (begin: string) => string): PostgresPoolClient {
  let isBroken = false;
  let cause: unknown;
  const query = async (text: string, values: readonly unknown[]) => {
    // A rollback, say, would wait for a server that is silent as long again, and hide what went wrong.
    if (isBroken) throw cause;
    try {
      if (isBegin.test(text)) await client.query(toBegin(text));
      else return await client.query(text, [...values]);
      return { command: 'BEGIN', rowCount: 0, rows: [] };
    } catch (error) {
      // What began only half is not rolled back by Kysely, which takes it not to have begun.
      isBroken = isBrokenConnection(error) || text === 'rollback' || isBegin.test(text);
      cause = error;
      throw error;
    }
  };
  // Kysely's type is overloaded with cursors, which it uses for streams only.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isBroken) };
}

const isBegin = /^(begin|start transaction)\b/;

// All our integers, milliseconds among them, are below 2^53; `pg` would make strings of them.
const { builtins } = pg.types;
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  // The types of this function are told apart by the format, and only that of text is asked for.
  type === builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text');
