import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kysely } from 'kysely';
import { codeOf } from '../../security/error-code.ts';
import type { Schema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { retryWhileBusy } from './busy.ts';
import { SharedSqliteDialect } from './dialect.ts';
import { Sqlite } from './sqlite.ts';

/**
 * Opens an SQLite file for reading. It changes nothing, and does not migrate the schema. A service may use the file.
 *
 * @throws StoreError
 */
export async function readSqlite(path: string): Promise<Kysely<Schema>> {
  const file = resolve(path);
  if (!existsSync(file)) throw new StoreError('unusable_path', `there is no database at ${path}`);
  try {
    const sqlite = new Sqlite(`${pathToFileURL(file).href}?mode=ro`);
    // SQLite reads the file only for the first query.
    await retryWhileBusy(() => sqlite.prepare('select count(*) from sqlite_schema').all([]));
    return new Kysely<Schema>({ dialect: new SharedSqliteDialect(sqlite) });
  } catch (cause) {
    if (codeOf(cause) === 'SQLITE_NOTADB')
      throw new StoreError('not_a_database', `${path} is not an SQLite database`, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError('unusable_path', `cannot read the database ${path}: ${reason}`, { cause });
  }
}
