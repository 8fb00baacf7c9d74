import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewEvent } from '../audit/chain.ts';
import { addEvents } from '../audit/record-event.ts';
import type { Engine, StoreTransaction } from '../engine/engine.ts';
import { retryWhileBusy } from './busy.ts';
import type { Connection } from './connect.ts';
import { runInTransaction } from './transaction.ts';

/** The limits of one commit: changes, and milliseconds of work. Each commit waits for the disk once. */
const maximumWrites = 200;
const maximumMs = 25;

export interface SharedCommits {
  readonly write: Engine['write'];
  /** Resolves when all writes have finished. */
  settled(): Promise<void>;
}

interface Job {
  readonly work: (transaction: StoreTransaction) => Promise<void>;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Combines writes that arrive during a commit into one transaction, in the order of their arrival. When one of them throws,
 * only that one is rolled back. Each write resolves after the commit is on the disk. When the commit fails, all of them
 * reject.
 */
export function createSharedCommits({ sqlite, openTransaction }: Connection): SharedCommits {
  const transaction = openTransaction();
  const lastEvents: NewEvent[] = [];
  const sharing: StoreTransaction = Object.assign(openTransaction(), { lastEvents });
  const queue: Job[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (queue.length > 0) {
      // Writes of the same turn of the event loop share a commit. Other work runs between two commits.
      await nextTurn();
      await commitBatch();
    }
    running = undefined;
  }

  // Without savepoints, which are expensive: few writes throw.
  async function commitBatch(): Promise<void> {
    const batch: Job[] = [];
    let isMade = false;
    try {
      await runInTransaction(sqlite, async () => {
        lastEvents.length = 0;
        const deadline = performance.now() + maximumMs;
        while (batch.length < maximumWrites && performance.now() < deadline) {
          const job = queue.shift();
          if (job === undefined) break;
          batch.push(job);
          await job.work(sharing);
        }
        await addEvents(transaction, lastEvents);
        isMade = true;
      });
    } catch (error) {
      if (!isMade && batch.length > 1) return commitWithSavepoints(batch);
      // The transaction could not begin: all waiting writes fail now, instead of waiting for the next one.
      if (batch.length === 0) batch.push(...queue.splice(0, maximumWrites));
      for (const job of batch) job.fail(error);
      return;
    }
    for (const job of batch) job.succeed();
  }

  /** Repeats a batch in which a write threw, with a savepoint for each write, so that only those that throw are rolled back. */
  async function commitWithSavepoints(batch: readonly Job[]): Promise<void> {
    const outcomes: (() => void)[] = [];
    try {
      await runInTransaction(sqlite, async () => {
        for (const job of batch) outcomes.push(await attempt(job));
      });
    } catch (error) {
      for (const job of batch) job.fail(error);
      return;
    }
    for (const settle of outcomes) settle();
  }

  /** @throws when SQLite rolled back the whole transaction, with the other writes in it */
  async function attempt(job: Job): Promise<() => void> {
    try {
      await execute('savepoint one');
    } catch (error) {
      if (!sqlite.inTransaction) throw error;
      return () => job.fail(error);
    }
    try {
      await job.work(transaction);
      await execute('release one');
      return job.succeed;
    } catch (error) {
      // After errors such as a full disk, SQLite may have rolled back everything (lang_transaction, 3).
      if (!sqlite.inTransaction) throw error;
      await execute('rollback to one');
      await execute('release one');
      return () => job.fail(error);
    }
  }

  const execute = (statement: string) => retryWhileBusy(() => sqlite.exec(statement));

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        let settle = () => {};
        queue.push({
          work: async (transaction) => {
            const result = await work(transaction);
            settle = () => resolve(result);
          },
          succeed: () => settle(),
          fail: reject,
        });
        running ??= run();
      }),
    settled: async () => {
      await running;
    },
  };
}
