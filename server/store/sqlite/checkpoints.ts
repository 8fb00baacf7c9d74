import { isSqliteOutage } from './outage.ts';
import { createPrivateFile } from './private-file.ts';
import { Sqlite } from './sqlite.ts';

// With a checkpoint every 16 MiB instead of every 4 MiB, pages that change often are written to the main file less often.
const pagesPerCheckpoint = 4000;
const claimEveryMs = 5000;

/** Moves the write-ahead log of a database into its main file. Of all processes that use the database, only one does so. */
export interface Checkpoints {
  /** Empties the log, unless another process has the right to. Throws when the disk is full: the data then stays in the log. */
  truncate(): void;
  /** Empties the log, as `truncate` does, and gives up the right, for another process to take. */
  close(): void;
}

/**
 * Claims the right to checkpoint for this process, now or when another process ends. SQLite before 3.51.3 lost changes when two
 * processes checkpointed (https://www.sqlite.org/wal.html#walresetbug), so only one does, whatever SQLite it has. The right is a
 * lock on a file of its own, which the system releases when the process ends.
 *
 * @param connections the connections of this process that write
 */
export function openCheckpoints(database: string, connections: readonly Sqlite[]): Checkpoints {
  const file = `${database}-checkpointer`;
  createPrivateFile(file);
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

  const claimLater = () => {
    try {
      if (claim()) clearInterval(claiming);
    } catch (error) {
      // The next turn tries again. Thrown by a timer, an error of the disk would end the process.
      if (!isSqliteOutage(error)) throw error;
    }
  };
  const claiming = claim() ? undefined : setInterval(claimLater, claimEveryMs).unref();
  const truncate = () => {
    if (isOurs()) connections[0]?.exec('pragma wal_checkpoint(truncate)');
  };
  return {
    truncate,
    close: () => {
      clearInterval(claiming);
      try {
        truncate();
      } finally {
        lock.close();
      }
    },
  };
}
