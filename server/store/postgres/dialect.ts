import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { PostgresAdapter, PostgresDialect } from '../kysely.ts';
import type { DirectAdapter } from '../statement.ts';
import type { Connection, Pool } from './pool.ts';

/** Kysely's PostgreSQL dialect on a pool. `runDirectly` runs the statements of `createStatement`. */
export class PooledPostgresDialect extends PostgresDialect {
  readonly #runDirectly: DirectAdapter['runDirectly'] | undefined;

  constructor(pool: Pool, runDirectly?: DirectAdapter['runDirectly']) {
    // Kysely names fewer commands than PostgreSQL has.
    super({ pool: pool as never });
    this.#runDirectly = runDirectly;
  }

  override createAdapter(): TransactionalAdapter {
    const adapter = new TransactionalAdapter();
    return this.#runDirectly ? Object.assign(adapter, { runDirectly: this.#runDirectly }) : adapter;
  }
}

// Kysely locks before the transaction of a migration and unlocks after it. Behind a pooler these are three sessions, and the
// first would keep the lock forever. Instead, the transaction takes the lock (`beginOf`).
class TransactionalAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** A connection for the queries of Kysely. Queries may be sent while others run. */
export function toKysely(connection: Connection): DatabaseConnection {
  return {
    executeQuery: (query) => execute(connection, query),
    streamQuery: () => {
      throw new Error('streams are not supported');
    },
  };
}

export async function execute<Row>(connection: Connection, query: CompiledQuery): Promise<QueryResult<Row>> {
  const name = 'name' in query ? String(query.name) : undefined;
  const { command, rowCount, rows } = await connection.query(query.sql, query.parameters, name);
  // The types of the rows are those of the query that Kysely compiled.
  const result = { rows: rows as Row[] };
  return changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), ...result } : result;
}

const changing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Runs each query on a connection that no other query uses. */
export function createSingleQueries(pool: Pool): DirectAdapter['runDirectly'] {
  return async (query) => {
    const connection = await pool.connect();
    try {
      return await execute(connection, query);
    } finally {
      connection.release();
    }
  };
}

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
