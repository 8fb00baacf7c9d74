import type { Kysely } from 'kysely';
import { isPostgresUrl } from '../postgres/url.ts';
import type { Schema } from '../schema.ts';
import { readSqlite } from '../sqlite/read-sqlite.ts';

/**
 * Opens a database to look at it: nothing in it is changed, and its schema is left as it is. A service may be using it.
 * @throws StoreError
 */
export async function openReader(database: string): Promise<Kysely<Schema>> {
  if (!isPostgresUrl(database)) return readSqlite(database);
  const { readPostgres } = await import('../postgres/open-postgres.ts');
  return readPostgres(database);
}
