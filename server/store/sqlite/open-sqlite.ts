import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { makeChange } from '../engine/make-change.ts';
import { migrate } from '../migrations/migrate.ts';
import { StoreError } from '../store-error.ts';
import { openCheckpoints } from './checkpoints.ts';
import { type Connection, connect, disconnect } from './connect.ts';
import { isSqliteOutage } from './outage.ts';
import { createSharedCommits } from './shared-commits.ts';

/** Opens or creates the SQLite file at `path`, and migrates it to the schema of this release. @throws StoreError */
export async function openSqlite(path: string): Promise<Engine> {
  const file = resolve(path);
  const durable = await connect(file, 'durable');
  const opened = fileIdOf(file);
  const others: Connection[] = [];
  try {
    await migrate(durable.database);
    // A connection of its own, so that counting a request does not wait for the disk.
    const quick = await connect(file, 'quick');
    others.push(quick);
    // Another one, so that no response contains data that is not on the disk yet.
    const reading = await connect(file, 'reading');
    others.push(reading);
    const { write, settled } = createSharedCommits(durable);
    const { write: writeQuickly, settled: quickSettled } = createSharedCommits(quick);
    const checkpoints = openCheckpoints(file, [durable.sqlite, quick.sqlite]);
    const shutDown = async () => {
      await settled();
      await quickSettled();
      try {
        // All data is in the main file then, which can be copied.
        checkpoints.close();
      } finally {
        for (const connection of [...others, durable]) await disconnect(connection);
      }
    };
    let closing: Promise<void> | undefined;
    return {
      kind: 'sqlite',
      reader: reading.database,
      writeQuickly,
      write,
      change: (change) => write((transaction) => makeChange(transaction, change)),
      isOutage: isSqliteOutage,
      // Each change needs space in the write-ahead log, so a change of one row shows a full disk.
      checkSpace: async () => {},
      checkFile: () => {
        if (fileIdOf(file) !== opened)
          throw new StoreError(
            'database_replaced',
            'the file of the database was removed or replaced: put it back, or stop the service and restore a backup',
          );
      },
      scrub: async () => {
        await sql`vacuum`.execute(quick.database);
        checkpoints.truncate();
      },
      close: () => {
        closing ??= shutDown();
        return closing;
      },
    };
  } catch (error) {
    for (const connection of [...others, durable]) await disconnect(connection);
    throw error;
  }
}

function fileIdOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
