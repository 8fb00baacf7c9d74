import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/**
 * Writes the file anew without what was changed or deleted in it, which SQLite leaves in its free space, and empties the
 * write-ahead log.
 */
export async function scrubSqlite({ quick }: Pick<Engine, 'quick'>): Promise<void> {
  await sql`vacuum`.execute(quick);
  await sql`pragma wal_checkpoint(truncate)`.execute(quick);
}
