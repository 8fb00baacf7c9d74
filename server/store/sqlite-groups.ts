import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Statements } from './database.ts';
import { OutageError } from './database.ts';

/** So many changes that the event loop does not wait long for a group, and few enough flushes. */
const maximumGroup = 100;

export interface Connection {
  readonly on: Statements;
  /** Waits for other processes. */
  readonly begin: () => Promise<void>;
  readonly exec: (sql: string) => void;
  /** Whether the transaction is open: SQLite itself rolls back when the disk is full (lang_transaction, 3). */
  readonly isOpen: () => boolean;
  /** Throws when the changes may not be acknowledged although the commit succeeded. */
  readonly beforeResult: () => void;
}

interface Waiting {
  /** Runs in a savepoint. */
  readonly work: (on: Statements) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: changes that wait together share one transaction, and so one flush to the disk. A change that fails is undone alone. A
 * commit that fails stores none of them, and all reject.
 */
export function createGroups({ on, begin, exec, isOpen, beforeResult }: Connection) {
  const waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  async function commitGroups(): Promise<void> {
    while (waiting.length > 0) {
      await waitForOthers();
      await commit(waiting.splice(0, maximumGroup));
    }
    running = undefined;
  }

  /** Requests that are being read join the group: it begins after a turn of the event loop that brought none. */
  async function waitForOthers(): Promise<void> {
    let before: number;
    do {
      before = waiting.length;
      await nextTurn();
    } while (waiting.length > before && waiting.length < maximumGroup);
  }

  async function commit(group: readonly Waiting[]): Promise<void> {
    const settle: (() => void)[] = [];
    let others: readonly Waiting[] = [];
    try {
      await begin().catch((error) => {
        // Those that wait would only find out later.
        others = waiting.splice(0);
        throw error;
      });
      for (const change of group) settle.push(await runInSavepoint(change));
      exec('commit');
      beforeResult();
    } catch (error) {
      undo();
      for (const { reject } of [...group, ...others]) reject(error);
      return;
    }
    for (const report of settle) report();
  }

  /** A connection that cannot even roll back has lost its transaction: the next `begin` says what is wrong. */
  function undo(): void {
    try {
      if (isOpen()) exec('rollback');
    } catch {}
  }

  /** Returns what reports the result, once it is on the disk: even a failure may come from what others in the group changed. */
  async function runInSavepoint({ work, resolve, reject }: Waiting): Promise<() => void> {
    exec('savepoint change');
    try {
      const result = await work(on);
      if (!isOpen()) throw new OutageError('the database has ended the transaction');
      exec('release change');
      return () => resolve(result);
    } catch (error) {
      if (!isOpen()) throw error;
      exec('rollback to change');
      exec('release change');
      return () => reject(error);
    }
  }

  const transaction: Database['transaction'] = (work) =>
    new Promise((resolve, reject) => {
      // The result is the one of this work.
      waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
      running ??= commitGroups();
    });

  return {
    transaction,
    /** Resolves when no change is waiting. */
    settled: async () => running,
  };
}
