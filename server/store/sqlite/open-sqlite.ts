import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { migrate } from '../migrations/migrate.ts';
import { type Connection, connect, connectAgain, disconnect } from './connect.ts';
import { isSqliteOutage } from './outage.ts';
import { createSharedCommits } from './shared-commits.ts';

/** Opens or creates the SQLite file at `path`, and migrates it to the schema of this release. @throws StoreError */
export async function openSqlite(path: string): Promise<Engine> {
  const durable = await connect(path);
  const others: Connection[] = [];
  try {
    await migrate(durable.database);
    // A connection of its own, so that counting a request does not wait for the disk.
    const quick = await connectAgain(path, 'quick');
    others.push(quick);
    // Another one, so that no response contains data that is not on the disk yet.
    const reading = await connectAgain(path, 'reading');
    others.push(reading);
    const commits = createSharedCommits(durable.database, durable.sqlite);
    return {
      kind: 'sqlite',
      reader: reading.database,
      quick: quick.database,
      write: commits.write,
      isOutage: isSqliteOutage,
      close: async () => {
        await commits.settled();
        for (const { database } of others) await database.destroy();
        await disconnect(durable.database);
      },
    };
  } catch (error) {
    for (const { database } of [...others, durable]) await database.destroy();
    throw error;
  }
}

/**
 * Rewrites the file without old versions of changed and deleted rows, which SQLite leaves in its free space, and empties the
 * write-ahead log.
 */
export async function scrubSqlite({ quick }: Pick<Engine, 'quick'>): Promise<void> {
  await sql`vacuum`.execute(quick);
  await sql`pragma wal_checkpoint(truncate)`.execute(quick);
}
