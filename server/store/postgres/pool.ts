import pg from 'pg';
import { clientFor } from './client.ts';
import { isBrokenConnection } from './failures.ts';
import { beginOf, type ConnectionUse, sessionSettings, setUpSession } from './session.ts';
import { connectionString } from './url.ts';

export interface PoolOptions {
  readonly size: number;
  readonly use: ConnectionUse;
  /** Called with the error of each failed statement. */
  readonly onError?: (error: unknown) => void;
}

export type Pool = ReturnType<typeof createPool>;

/** A connection that is in use. */
export interface Connection {
  /** Sends a statement at once, after those that still run. With a name, its session prepares it. */
  query(text: string, values?: readonly unknown[], name?: string): Promise<pg.QueryResult>;
  /** Begins a transaction with `text`, its settings, and then a further statement, and returns the result of the last one. */
  begin(text: string, further?: string): Promise<pg.QueryResult>;
  /** Removes it from the pool when it broke, or is still in a transaction. */
  release(): void;
}

const second = 1000;

/** A pool of connections to the server of the URL. It connects when a connection is needed. @throws StoreError */
export function createPool(database: string, { size, use, onError }: PoolOptions) {
  const session = sessionSettings(connectionString(database), use);
  // Connections to a pooler, which may lead to a replica at any time, with the time of the last look.
  const shared = new WeakMap<object, number>();
  let ended: Promise<void> | undefined;
  const pool = new pg.Pool({
    Client: clientFor(session.connectionString),
    // `move` sees a service by its connections, also one that is idle.
    min: use === 'durable' ? 1 : 0,
    max: size,
    application_name: 'account-access',
    pipeline: true,
    connectionTimeoutMillis: session.connectMs,
    idleTimeoutMillis: 60 * second,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
    // For a server that stops responding, whose own timeouts do not help.
    ...(use !== 'patient' && { query_timeout: 15 * second }),
    types: { getTypeParser },
    // The pool awaits the returned promise, although the type does not say so.
    onConnect: async (client) => {
      // A connection was lost: its statement, or the next one, reports it. Without a listener, the event ends the process.
      client.on('error', (error) => Reflect.deleteProperty(error, 'client'));
      try {
        if (use !== 'read') await rejectReplica(client);
        if (!(await setUpSession(client, session))) shared.set(client, performance.now());
      } catch (error) {
        // The pool would wait until the other side closes it, which may never do so.
        Reflect.get(client, 'connection').stream.destroy();
        throw error;
      }
    },
  });
  // An idle connection was lost. The pool has removed it, and connects again for the next query.
  pool.on('error', () => {});
  const open = new Set<object>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  return {
    connect: async () => {
      const client = await pool.connect();
      const checkedAt = shared.get(client);
      if (use !== 'read' && checkedAt !== undefined && performance.now() - checkedAt > second) {
        await rejectReplica(client).catch((error) => {
          client.release(true);
          throw error;
        });
        shared.set(client, performance.now());
      }
      const isOwnSession = checkedAt === undefined;
      return inUse(
        client,
        isOwnSession,
        (begin) => beginOf(begin, use, session, isOwnSession),
        onError,
      );
    },
    /** Connects if no connection is open, and does not wait for one that is in use. */
    ensureOpen: async () => {
      if (open.size === 0) (await pool.connect()).release();
    },
    isPooled: () => [...open].some((client) => shared.has(client)),
    end: () =>
      (ended ??= pool.end().then(() => {
        // The other side may never close them. The end of the process does not wait for that.
        for (const client of open) Reflect.get(client, 'connection').stream.unref();
      })),
  };
}

// A replica has old data: a key that was revoked may still be active there.
async function rejectReplica(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as "isReplica"');
  if (rows[0]?.isReplica === true)
    throw Object.assign(new Error('it is a replica, and not the primary'), { code: '25006' });
}

function inUse(
  client: pg.PoolClient,
  isOwnSession: boolean,
  toBegin: (begin: string) => string,
  onError?: PoolOptions['onError'],
): Connection {
  let isBroken = false;
  let cause: unknown;
  const send = async (
    text: string,
    values: readonly unknown[],
    name?: string,
  ): Promise<pg.QueryResult> => {
    // Otherwise a rollback would wait for the silent server again, and hide the first error.
    if (isBroken) throw cause;
    try {
      return await client.query({
        name: isOwnSession ? name : undefined,
        text,
        values: [...values],
      });
    } catch (error) {
      onError?.(error);
      if (!isBroken && isBrokenConnection(error)) {
        isBroken = true;
        cause = error;
      }
      throw error;
    }
  };
  // The session may be in a transaction of which nobody knows.
  const sendOrBreak = async (text: string) => {
    try {
      return await send(text, []);
    } catch (error) {
      isBroken = true;
      cause ??= error;
      throw error;
    }
  };
  const begin = async (text: string, further?: string) => {
    const results = await sendOrBreak([toBegin(text), ...(further ? [further] : [])].join('; '));
    // Of several statements `pg` returns several results, whatever its types say.
    return [results].flat().at(-1) ?? results;
  };
  return {
    query: (text, values = [], name) => {
      if (text === 'rollback') return sendOrBreak(text);
      // What Kysely begins a transaction with.
      return /^(begin|start transaction)\b/.test(text) ? begin(text) : send(text, values, name);
    },
    begin,
    release: () => client.release(isBroken),
  };
}

// All our integers are below 2^53, including milliseconds. `pg` would return strings.
const { builtins } = pg.types;
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  // The overloads of this function differ by the format. This one is for text.
  type === builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text');
