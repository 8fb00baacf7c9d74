import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { Connection, Pool } from './pool.ts';

/** Runs the queries of Kysely on the connections of a pool. */
export class PoolDriver implements Driver {
  readonly #pool: Pool;
  readonly #connections = new WeakMap<DatabaseConnection, Connection>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await this.#pool.connect();
    const adapted = toKysely(connection);
    this.#connections.set(adapted, connection);
    return adapted;
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel && ` isolation level ${settings.isolationLevel}`;
    const mode = settings.accessMode && ` ${settings.accessMode}`;
    await this.#of(connection).begin(`begin${level ?? ''}${mode ?? ''}`);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#of(connection).query('commit');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#of(connection).query('rollback');
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#of(connection).release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }

  #of(adapted: DatabaseConnection): Connection {
    const connection = this.#connections.get(adapted);
    if (connection === undefined) throw new Error('the connection is of another driver');
    return connection;
  }
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
