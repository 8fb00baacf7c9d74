import type { Migration } from 'kysely';
import { codeOf } from '../../security/private-file.ts';
import { type Kysely, Migrator, sql } from '../kysely.ts';
import type { Schema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import * as initial from './0001-initial.ts';

/**
 * All migrations, oldest first. Their names have numbers, because they are applied in alphabetical order. They are imported,
 * not found at run time, so that the build includes them. A released migration is never edited.
 */
export const migrations = { '0001-initial': initial } as const satisfies Record<string, Migration>;

/**
 * Migrates to the schema of this release, in one transaction that holds the write lock. If several processes start at once,
 * one migrates, and the others find the work done.
 *
 * @param schema the schema of PostgreSQL that gets the tables: Kysely takes tables of any other for its own
 * @throws StoreError when the schema is newer than this release, or of another program
 */
export async function migrate(database: Kysely<Schema>, schema?: string): Promise<void> {
  const migrator = new Migrator({
    db: database,
    ...(schema !== undefined && { migrationTableSchema: schema }),
    provider: { getMigrations: async () => migrations },
    // The names have ASCII digits first. Kysely's own comparison follows the locale, which takes 6 ms to load.
    nameComparator: (one, other) => (one < other ? -1 : 1),
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (/42P07|table \w+ already exists/.test(`${codeOf(error)} ${error}`))
    throw new StoreError('not_empty', 'the database has tables of another program', {
      cause: error,
    });

  const unknown = (await appliedMigrations(database)).find(
    (name) => !Object.hasOwn(migrations, name),
  );
  if (unknown === undefined) throw error;
  throw new StoreError(
    'schema_too_new',
    `a newer release has migrated the database (to ${unknown}): use that release or a newer one`,
    { cause: error },
  );
}

/** The names of the applied migrations, in order. Empty for an empty database, or one of another program. */
export async function appliedMigrations(database: Kysely<Schema>): Promise<string[]> {
  const names = sql<{ name: string }>`select name from kysely_migration order by name`;
  const { rows } = await names.execute(database).catch((error: unknown) => {
    if (/42P01|no such table/.test(`${codeOf(error)} ${error}`)) return { rows: [] };
    throw error;
  });
  return rows.map(({ name }) => name);
}
