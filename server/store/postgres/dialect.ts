import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { PostgresAdapter, PostgresDialect, PostgresDriver } from '../kysely.ts';
import type { Connection, Pool } from './pool.ts';

/** Kysely's PostgreSQL dialect on a pool. */
export class PooledPostgresDialect extends PostgresDialect {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    // Kysely names fewer commands than PostgreSQL has.
    super({ pool: pool as never });
    this.#pool = pool;
  }

  override createDriver(): PooledDriver {
    return new PooledDriver(this.#pool);
  }

  override createAdapter(): TransactionalAdapter {
    return new TransactionalAdapter();
  }
}

class PooledDriver extends PostgresDriver {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    super({ pool: pool as never });
    this.#pool = pool;
  }

  override async acquireConnection(): Promise<KyselyConnection> {
    return new KyselyConnection(await this.#pool.connect());
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof KyselyConnection) connection.release();
  }
}

// Kysely locks before the transaction of a migration and unlocks after it. Behind a pooler these are three sessions, and the
// first would keep the lock forever. Instead, the transaction takes the lock (`beginOf`).
class TransactionalAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** A connection for Kysely, which prepares queries that have a name. Queries may be sent while others run. */
export class KyselyConnection implements DatabaseConnection {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const name = 'name' in query ? String(query.name) : undefined;
    const { command, rowCount, rows } = await this.#connection.query(
      query.sql,
      query.parameters,
      name,
    );
    // The types of the rows are those of the query that Kysely compiled.
    const result = { rows: rows as Row[] };
    return changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), ...result } : result;
  }

  streamQuery(): never {
    throw new Error('streams are not supported');
  }

  release(): void {
    this.#connection.release();
  }
}

const changing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
