import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type Libsql from 'libsql';
import type { Engine, StoreTransaction } from '../engine/engine.ts';
import type { Schema } from '../schema.ts';
import { retryWhileBusy } from './busy.ts';

/** A commit waits for the disk, as long for many changes as for one: so many share it, or so many milliseconds' work. */
const mostWrites = 200;
const longestMs = 25;

export interface SharedCommits {
  readonly write: Engine['write'];
  /** Resolves when everybody is answered. */
  settled(): Promise<void>;
}

interface Job {
  readonly work: (transaction: StoreTransaction) => Promise<void>;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Writes that come while another is on its way to the disk go there together, in one transaction, in the order in which
 * they came. When one of them throws, it is undone alone. Nobody is answered before the commit is on the disk, and when
 * that fails all are told so alike.
 */
export function createSharedCommits(
  database: Kysely<Schema>,
  sqlite: Pick<Libsql.Database, 'exec' | 'inTransaction'>,
): SharedCommits {
  const queue: Job[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (queue.length > 0) {
      // Whoever comes in the same turn of the event loop shares the commit, and others have theirs between two.
      await nextTurn();
      await commitBatch();
    }
    running = undefined;
  }

  // Without a savepoint for each: hardly any throws, and savepoints cost a good part of what is done between them.
  async function commitBatch(): Promise<void> {
    const batch: Job[] = [];
    let hasThrown = false;
    try {
      await database.transaction().execute(async (transaction) => {
        const deadline = performance.now() + longestMs;
        while (batch.length < mostWrites && performance.now() < deadline) {
          const job = queue.shift();
          if (job === undefined) break;
          batch.push(job);
          hasThrown = true;
          await job.work(transaction);
          hasThrown = false;
        }
      });
    } catch (error) {
      if (hasThrown && batch.length > 1) return commitApart(batch);
      // It could not even begin: whoever has waited for it is told, and not left to wait for the next.
      if (batch.length === 0) batch.push(...queue.splice(0, mostWrites));
      for (const job of batch) job.fail(error);
      return;
    }
    for (const job of batch) job.succeed();
  }

  /** The same again, as one of them throws, with a savepoint for each: those that throw are undone alone. */
  async function commitApart(batch: readonly Job[]): Promise<void> {
    const answers: (() => void)[] = [];
    try {
      await database.transaction().execute(async (transaction) => {
        for (const job of batch) answers.push(await attempt(job, transaction));
      });
    } catch (error) {
      for (const job of batch) job.fail(error);
      return;
    }
    for (const answer of answers) answer();
  }

  /** @throws when the transaction is lost, and so what others did in it */
  async function attempt(job: Job, transaction: StoreTransaction): Promise<() => void> {
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
      // On a full disk, an I/O error and the like SQLite may have undone everything (lang_transaction, 3).
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
        let answer = () => {};
        queue.push({
          work: async (transaction) => {
            const result = await work(transaction);
            answer = () => resolve(result);
          },
          succeed: () => answer(),
          fail: reject,
        });
        running ??= run();
      }),
    settled: async () => {
      await running;
    },
  };
}
