import { sql } from 'kysely';
import { recordEvent } from '../../server/store/audit/record-event.ts';
import { openSqlite } from '../../server/store/sqlite/open-sqlite.ts';
import { readSqlite } from '../../server/store/sqlite/read-sqlite.ts';

/**
 * Writes what is committed at this moment into an empty file, as one file that needs no other. Whoever uses the database
 * goes on reading and writing.
 */
export async function copyDatabase(source: string, emptyFile: string): Promise<void> {
  const database = await readSqlite(source);
  try {
    await sql`vacuum into ${emptyFile}`.execute(database);
  } finally {
    await database.destroy();
  }
}

/** Told before the copy is made, so that each copy tells of itself, and none is made untold. */
export async function tellOfBackup(path: string, now: number): Promise<void> {
  const engine = await openSqlite(path);
  try {
    await engine.write((transaction) =>
      recordEvent(transaction, undefined, { event: 'backup_begun' }, now, { actor: 'operator' }),
    );
  } finally {
    await engine.close();
  }
}
