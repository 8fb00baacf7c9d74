import type { Engine, StoreTransaction } from '../engine/engine.ts';
import { makeChange } from '../engine/make-change.ts';
import { isBrokenConnection, isCollision, isLockTimeout } from './outage.ts';
import type { Pool } from './pool.ts';
import { attempt, changeInOneStatement, runOnItsOwn } from './transaction-attempts.ts';

/** The most changes that share a transaction, and the most shared transactions at once. */
const maximumWrites = 100;
const maximumShared = 2;

// A change whose account another process has locked is soon tried again on its own, and the others do not wait for it.
const impatience = "set local lock_timeout = '250ms'";

interface Job {
  readonly accountId: string;
  readonly work: (transaction: StoreTransaction) => Promise<void>;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Combines changes of different accounts that arrive together into one transaction. When it fails, each of them is done again
 * in a transaction of its own, so that only those that fail reject. Each change resolves after its commit is on the disk.
 */
export function createSharedTransactions(pool: Pool): Pick<Engine, 'write' | 'change'> {
  let waiting: Job[] = [];
  const busy = new Set<string>();
  let running = 0;
  let isStarting = false;

  function start(): void {
    if (isStarting || waiting.length === 0) return;
    isStarting = true;
    // Changes of the same turn of the event loop share a transaction.
    setImmediate(() => {
      isStarting = false;
      while (running < maximumShared) {
        const jobs = takeJobs();
        if (jobs.length === 0) return;
        void runTogether(jobs);
      }
    });
  }

  function takeJobs(): Job[] {
    const taken = new Map<string, Job>();
    waiting = waiting.filter((job) => {
      if (taken.size === maximumWrites || busy.has(job.accountId) || taken.has(job.accountId)) return true;
      taken.set(job.accountId, job);
      return false;
    });
    return [...taken.values()].sort((one, other) => (one.accountId < other.accountId ? -1 : 1));
  }

  async function runTogether(jobs: readonly Job[]): Promise<void> {
    const outcome = await occupy(jobs, () =>
      attempt(
        pool,
        jobs.map(({ work }) => work),
        impatience,
      ),
    );
    if (outcome === 'committed') {
      for (const job of jobs) job.succeed();
    } else if (outcome.isRolledBack && mayRepeat(jobs, outcome.error)) {
      // These do not count as running: they may wait for a lock, and others go on.
      for (const job of jobs) void runSeparately(job);
    } else {
      for (const job of jobs) job.fail(outcome.error);
    }
  }

  async function runSeparately(job: Job): Promise<void> {
    busy.add(job.accountId);
    await runOnItsOwn(pool, job.work).then(job.succeed, job.fail);
    busy.delete(job.accountId);
    start();
  }

  /** The accounts' other changes wait meanwhile. */
  async function occupy<Result>(
    changes: readonly { readonly accountId: string }[],
    run: () => Promise<Result>,
  ): Promise<Result> {
    running += 1;
    for (const { accountId } of changes) busy.add(accountId);
    try {
      return await run();
    } finally {
      running -= 1;
      for (const { accountId } of changes) busy.delete(accountId);
      start();
    }
  }

  const write: Engine['write'] = (work, accountId) =>
    new Promise((resolve, reject) => {
      let succeed = () => {};
      const job = {
        work: async (transaction: StoreTransaction) => {
          const result = await work(transaction);
          succeed = () => resolve(result);
        },
        succeed: () => succeed(),
        fail: reject,
      };
      if (accountId === undefined) {
        runOnItsOwn(pool, job.work).then(job.succeed, job.fail);
        return;
      }
      waiting.push({ accountId, ...job });
      start();
    });

  return {
    write,
    change: (change) => {
      const isFirst = running === 0 && waiting.length === 0 && !busy.has(change.accountId);
      if (!isFirst) return write((transaction) => makeChange(transaction, change), change.accountId);
      return occupy([change], () => changeInOneStatement(pool, change));
    },
  };
}

/** Whether each of the changes may succeed on its own, after its shared transaction was rolled back. */
function mayRepeat({ length }: readonly Job[], error: unknown): boolean {
  return length > 1 ? !isBrokenConnection(error) : isCollision(error) || isLockTimeout(error);
}
