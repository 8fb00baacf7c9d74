import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Engine, transactionMaker } from '../engine.ts';
import { sql } from '../kysely.ts';
import { migrate } from '../migrations/migrate.ts';
import { isBusy, isSqliteOutage } from '../outage.ts';
import { StoreError } from '../store-error.ts';
import { type Contention, createWrite, type Transactions } from '../write.ts';
import { type Connection, connect, createPrivateFile, disconnect, fileIdOf } from './connect.ts';
import { begin, rollBack, SharedSqliteDialect, SqliteConnection } from './dialect.ts';
import { Sqlite } from './sqlite.ts';

/** Opens or creates the SQLite file at `path`, and migrates it to the schema of this release. @throws StoreError */
export async function openSqlite(path: string): Promise<Engine> {
  const named = resolve(path);
  // SQLite follows a link, and has its log beside the file.
  const file = existsSync(named) ? realpathSync(named) : named;
  const durable = await connect(file, 'durable');
  // The newest changes are in the write-ahead log only. A link may lead elsewhere now.
  const fileIds = () => [named, file, `${file}-wal`, `${file}-shm`].map(fileIdOf).join(' ');
  const others: Connection[] = [];
  try {
    await migrate(durable.database);
    const opened = fileIds();
    let checkedAt = Number.NEGATIVE_INFINITY;
    let isReplaced = false;
    const checkFile = (everyMs = 0) => {
      const now = performance.now();
      if (now - checkedAt >= everyMs) {
        isReplaced = fileIds() !== opened;
        checkedAt = now;
      }
      if (isReplaced)
        throw new StoreError(
          'database_replaced',
          'the file of the database, or its -wal or -shm file, was removed or replaced: put it back, or stop the service and restore a backup',
        );
    };
    // A connection of its own, so that counting a request does not wait for the disk.
    const relaxed = await connect(file, 'relaxed');
    others.push(relaxed);
    // Another one, so that no response contains data that is not on the disk yet.
    const reading = await connect(file, 'reading');
    others.push(reading);
    const contention: Contention = { gaveUpAt: undefined };
    const durableWrite = createWrite({ contention, ...transactionsOn(durable, checkFile) });
    const relaxedWrite = createWrite({ contention, ...transactionsOn(relaxed, checkFile) });
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
      writeRelaxed: (work) => relaxedWrite.write(work),
      isOutage: isSqliteOutage,
      // Each change needs space in the write-ahead log, so a change of one row shows a full disk.
      checkWriting: async () => {},
      checkFile,
      scrub: async () => {
        await sql`vacuum`.execute(relaxed.database);
        checkpoints.truncate();
      },
      close: () => (closing ??= shutDown()),
    };
  } catch (error) {
    for (const connection of [...others, durable]) await disconnect(connection);
    throw error;
  }
}

// One transaction at a time has the whole file, so no account needs a lock.
function transactionsOn(
  { sqlite }: Connection,
  checkFile: (everyMs: number) => void,
): Transactions {
  const transactionOn = transactionMaker(new SharedSqliteDialect(sqlite));
  const transaction = transactionOn(new SqliteConnection(sqlite, { isInTransaction: true }));
  return {
    isCollision: isBusy,
    isOutage: isSqliteOutage,
    run: async (_accountIds, work) => {
      // Before each, it would take a sixth of the time of a change.
      checkFile(100);
      begin(sqlite);
      try {
        await work({ transaction, isLocked: () => false });
        sqlite.exec('commit');
      } catch (error) {
        rollBack(sqlite);
        throw error;
      }
    },
  };
}

// With a checkpoint every 16 MiB instead of every 4 MiB, pages that change often are written to the main file less often.
const pagesPerCheckpoint = 4000;
const everyMs = 5000;

/**
 * Moves the write-ahead log into the main file. SQLite before 3.51.3 lost changes when two processes did
 * (https://www.sqlite.org/wal.html#walresetbug), so only one of them does, whatever SQLite it has: this claims the right, now or when
 * another process ends. The right is a lock on a file of its own, which the system releases when the process ends. `connections` are
 * those of this process that write.
 */
function openCheckpoints(database: string, connections: readonly Sqlite[]) {
  const file = `${database}-checkpointer`;
  createPrivateFile(file, database);
  const lock = new Sqlite(file);
  let isLocked = false;

  function isOurs(): boolean {
    if (isLocked) return true;
    try {
      // The file stays empty, and needs no journal.
      lock.exec('pragma journal_mode = memory; begin exclusive');
      isLocked = true;
    } catch (error) {
      if (!isSqliteOutage(error)) throw error;
    }
    return isLocked;
  }

  function claim(): boolean {
    if (!isOurs()) return false;
    for (const connection of connections)
      connection.exec(`pragma wal_autocheckpoint = ${pagesPerCheckpoint}`);
    return true;
  }

  // A connection checkpoints only what it writes itself, and other processes write too.
  const moveLarge = () => {
    const log = statSync(`${database}-wal`, { throwIfNoEntry: false });
    const [connection] = connections;
    if (connection === undefined || log === undefined || log.size <= pagesPerCheckpoint * 4096)
      return;
    const [pages] = connection.prepare('pragma wal_checkpoint(passive)').all() as { log: number }[];
    // A process that goes on to write meanwhile always leaves something in it, and it would never begin anew.
    if (pages && pages.log > 2 * pagesPerCheckpoint)
      connection.exec('pragma wal_checkpoint(restart)');
  };
  let isClaimed = claim();
  const timer = setInterval(() => {
    try {
      if (isClaimed) moveLarge();
      else isClaimed = claim();
    } catch (error) {
      // The next turn tries again. Thrown by a timer, an error of the disk would end the process.
      if (!isSqliteOutage(error)) throw error;
    }
  }, everyMs).unref();
  /** Empties the log, unless another process has the right to. Throws when the disk is full: the data then stays in the log. */
  const truncate = () => {
    if (isOurs()) connections[0]?.exec('pragma wal_checkpoint(truncate)');
  };
  return {
    truncate,
    /** Empties the log, and gives up the right, for another process to take. */
    close: () => {
      clearInterval(timer);
      try {
        truncate();
      } finally {
        lock.close();
      }
    },
  };
}
