import { sql } from 'kysely';
import { recordEvent } from '../../server/store/audit/record-event.ts';
import { readSqlite } from '../../server/store/sqlite/connect.ts';
import { openSqlite } from '../../server/store/sqlite/open-sqlite.ts';

/**
 * Writes everything that is committed at this moment into one empty file. Other processes can read and write the database
 * meanwhile.
 */
export async function copyDatabase(source: string, emptyFile: string): Promise<void> {
  const database = await readSqlite(source);
  try {
    // The finished file is flushed once, before it gets its name.
    await sql`pragma synchronous = off`.execute(database);
    await sql`vacuum into ${emptyFile}`.execute(database);
  } finally {
    await database.destroy();
  }
}

/** Records the backup in the audit log. Call it before the copy is made, so that each copy contains its own event. */
export async function recordBackup(path: string, now: number): Promise<void> {
  const engine = await openSqlite(path);
  try {
    await engine.write((transaction) =>
      recordEvent(transaction, undefined, { event: 'backup_begun' }, now, { actor: 'operator' }),
    );
  } finally {
    await engine.close();
  }
}
