import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { migrate } from '../migrations/migrate.ts';
import { StoreError } from '../store-error.ts';
import { createWrite, type Transactions } from '../write.ts';
import { openCheckpoints } from './checkpoints.ts';
import { type Connection, connect, disconnect } from './connect.ts';
import { begin, rollBack } from './dialect.ts';
import { isBusy, isSqliteOutage } from './outage.ts';

/** Opens or creates the SQLite file at `path`, and migrates it to the schema of this release. @throws StoreError */
export async function openSqlite(path: string): Promise<Engine> {
  const file = resolve(path);
  const durable = await connect(file, 'durable');
  const opened = fileIdOf(file);
  const others: Connection[] = [];
  try {
    await migrate(durable.database);
    // A connection of its own, so that counting a request does not wait for the disk.
    const relaxed = await connect(file, 'relaxed');
    others.push(relaxed);
    // Another one, so that no response contains data that is not on the disk yet.
    const reading = await connect(file, 'reading');
    others.push(reading);
    const durableWrite = createWrite(transactionsOn(durable));
    const relaxedWrite = createWrite(transactionsOn(relaxed));
    const checkpoints = openCheckpoints(file, [durable.sqlite, relaxed.sqlite]);
    const shutDown = async () => {
      await durableWrite.settled();
      await relaxedWrite.settled();
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
      write: durableWrite.write,
      writeRelaxed: relaxedWrite.write,
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
        await sql`vacuum`.execute(relaxed.database);
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

// One transaction at a time has the whole file, so no account needs a lock.
function transactionsOn({ sqlite, openTransaction }: Connection): Transactions {
  const transaction = openTransaction();
  const execute = (statement: string) => sqlite.exec(statement);
  return {
    isCollision: isBusy,
    run: async (_accountIds, work) => {
      begin(sqlite);
      try {
        await work({ transaction, execute, isLocked: () => false });
        execute('commit');
      } catch (error) {
        rollBack(sqlite);
        throw error;
      }
    },
  };
}

function fileIdOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
