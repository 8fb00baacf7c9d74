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

/** A pool of connections to the server of the URL. It connects when a connection is needed. @throws StoreError */
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
    // For a server that stops responding, whose own timeouts do not help.
    ...(use !== 'patient' && { query_timeout: 15 * second }),
    types: { getTypeParser },
    // The pool awaits the returned promise, although the type does not say so.
    onConnect: async (client) => {
      if (!(await setUpSession(client, session))) shared.add(client);
    },
  });
  // An idle connection was lost. The pool has removed it, and connects again for the next query.
  pool.on('error', () => {});
  // A connection was lost inside a transaction: the next statement reports it. Without a listener, the event ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    connect: async () => {
      const client = await pool.connect();
      return watch(client, (begin) => beginOf(begin, use, session, !shared.has(client)));
    },
    end: () => pool.end(),
  };
}

/** Removes a connection from the pool when it broke, or is still in a transaction. */
function watch(client: pg.PoolClient, toBegin: (begin: string) => string): PostgresPoolClient {
  let isBroken = false;
  let cause: unknown;
  const query = async (text: string, values: readonly unknown[]) => {
    // Otherwise a rollback would wait for the silent server again, and hide the first error.
    if (isBroken) throw cause;
    try {
      if (isBegin.test(text)) await client.query(toBegin(text));
      else return await client.query(text, [...values]);
      return { command: 'BEGIN', rowCount: 0, rows: [] };
    } catch (error) {
      // Kysely does not roll back a transaction whose `begin` failed, even if it began.
      isBroken = isBrokenConnection(error) || text === 'rollback' || isBegin.test(text);
      cause = error;
      throw error;
    }
  };
  // Kysely's type is overloaded with cursors, which it uses for streams only.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isBroken) };
}

const isBegin = /^(begin|start transaction)\b/;

// All our integers are below 2^53, including milliseconds. `pg` would return strings.
const { builtins } = pg.types;
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  // The overloads of this function differ by the format. This one is for text.
  type === builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text');
