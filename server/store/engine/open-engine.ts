import type { Kysely } from 'kysely';
import { isPostgresUrl } from '../postgres/url.ts';
import type { Schema } from '../schema.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { readSqlite } from '../sqlite/read-sqlite.ts';
import type { Engine } from './engine.ts';

export interface EngineOptions {
  /** The path of an SQLite file, made if it is not there, or the `postgres://` URL of a database that is. */
  readonly database: string;
  /** To PostgreSQL at once, at most. */
  readonly databaseConnections?: number | undefined;
}

/** Opens the database and brings its schema up to date. @throws StoreError */
export async function openEngine({ database, databaseConnections = 10 }: EngineOptions): Promise<Engine> {
  if (!isPostgresUrl(database)) return openSqlite(database);
  // Not loaded where it is not used.
  const { openPostgres } = await import('../postgres/open-postgres.ts');
  return openPostgres(database, databaseConnections);
}

/**
 * Opens a database to look at it: nothing in it is changed, and its schema is left as it is. A service may be using it.
 * @throws StoreError
 */
export async function openReader(database: string): Promise<Kysely<Schema>> {
  if (!isPostgresUrl(database)) return readSqlite(database);
  const { readPostgres } = await import('../postgres/open-postgres.ts');
  return readPostgres(database);
}
