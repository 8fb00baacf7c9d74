import type { Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import { isPostgresUrl } from './postgres/url.ts';
import type { Schema } from './schema.ts';
import { readSqlite } from './sqlite/connect.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

export interface EngineOptions {
  /** The path of an SQLite file, which is created if missing, or the `postgres://` URL of an existing database. */
  readonly database: string;
  /** The maximum number of connections to PostgreSQL. @default 10 */
  readonly databaseConnections?: number | undefined;
  /** Whether changes have no time limit, and run one at a time. */
  readonly isPatient?: boolean;
}

/** Opens the database and migrates it to the schema of this release. @throws StoreError */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { database, databaseConnections = 10, isPatient } = options;
  if (!isPostgresUrl(database)) return openSqlite(database);
  // Loaded only when it is used.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(database, databaseConnections, isPatient ? 'patient' : 'durable');
}

/**
 * Opens a database for reading. It changes nothing, and does not migrate the schema. A service may use the database.
 *
 * @throws StoreError
 */
export async function openReader(database: string): Promise<Kysely<Schema>> {
  if (!isPostgresUrl(database)) return readSqlite(database);
  const { readPostgres } = await import('./postgres/open-postgres.ts');
  return readPostgres(database);
}
