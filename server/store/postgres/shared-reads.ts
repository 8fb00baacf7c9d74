import type { CompiledQuery, QueryResult } from 'kysely';
import { execute } from './dialect.ts';
import type { Connection, Pool } from './pool.ts';

/** How many queries run on a connection, unless the pool has no other one. */
const most = 16;

interface Shared {
  readonly connecting: Promise<Connection>;
  running: number;
}

/**
 * Sends queries that take no time without waiting for the results of those before them, on few connections. Each connection
 * goes back to the pool when no query runs on it.
 */
export function createSharedReads(pool: Pool): <Row>(query: CompiledQuery) => Promise<QueryResult<Row>> {
  const inUse = new Set<Shared>();

  const open = (): Shared => {
    const opened = { connecting: pool.connect(), running: 0 };
    inUse.add(opened);
    return opened;
  };

  return async (query) => {
    const shared = [...inUse].find(({ running }) => running < most) ?? open();
    shared.running += 1;
    let connection: Connection | undefined;
    try {
      connection = await shared.connecting;
      return await execute(connection, query);
    } finally {
      shared.running -= 1;
      if (connection === undefined || connection.isBroken || shared.running === 0) inUse.delete(shared);
      if (shared.running === 0) connection?.release();
    }
  };
}
