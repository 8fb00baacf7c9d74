import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { addEvents } from './audit/record-event.ts';
import type { Engine, StoreTransaction } from './engine.ts';
import type { NewEvent } from './schema.ts';

/** The most changes in one commit. PostgreSQL keeps up to 64 savepoints of a transaction in memory. */
const maximumChanges = 50;

/** How long to wait for other processes that write. */
const lockTimeoutMs = 10_000;

/** Runs transactions on one engine. */
export interface Transactions {
  /**
   * Begins a transaction, runs `work` in it, and commits it; rolls it back when `work` rejects. Tries to lock the accounts
   * first, without waiting for a lock. When the promise resolves, the changes are as safe as the engine makes them.
   */
  run(accountIds: readonly string[], work: (open: OpenTransaction) => Promise<void>): Promise<void>;
  /** Whether a transaction was rolled back, or could not begin, because of another one, and may succeed when it runs again. */
  isCollision(error: unknown): boolean;
}

export interface OpenTransaction {
  readonly transaction: StoreTransaction;
  /** Runs a statement without parameters. Where it takes no time to fail, it throws at once. */
  execute(statement: string): unknown;
  /** Whether one of the accounts could not be locked: another transaction has it, or it does not exist. */
  isLocked(accountId: string): boolean;
}

interface Change {
  readonly accountId: string | undefined;
  readonly work: (transaction: StoreTransaction) => Promise<void>;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Group commit: changes that arrive during a commit share the next one, in the order of their arrival. Each of several has a
 * savepoint, so that an error of one undoes only that one. Each resolves after the commit; when the commit fails, all of them reject.
 *
 * A change of an account that another transaction has locked leaves the group, and waits in a transaction of its own.
 */
export function createWrite({ run, isCollision }: Transactions) {
  let waiting: Change[] = [];
  // Changes of these accounts wait until the one before them has the lock and is done.
  const lockedAccounts = new Set<string>();
  const running = new Set<Promise<void>>();
  let isCommitting = false;

  function start(): void {
    if (isCommitting) return;
    isCommitting = true;
    keepRunning(commitWaiting());
  }

  async function commitWaiting(): Promise<void> {
    for (;;) {
      // Changes of the same turn of the event loop share a commit. Other work runs between two commits.
      await nextTurn();
      const group = takeGroup();
      if (group.length === 0) break;
      await commit(group);
    }
    isCommitting = false;
  }

  function takeGroup(): Change[] {
    const group: Change[] = [];
    waiting = waiting.filter((change) => {
      if (group.length === maximumChanges || isWaitingForLock(change)) return true;
      group.push(change);
      return false;
    });
    return group;
  }

  const isWaitingForLock = ({ accountId }: Change) =>
    accountId !== undefined && lockedAccounts.has(accountId);

  async function commit(group: readonly Change[], { mayWait = false } = {}): Promise<void> {
    const accountIds = mayWait ? [] : group.flatMap(({ accountId }) => accountId ?? []);
    let changes = group;
    let outcomes: (() => void)[] = [];
    let hasBegun = false;
    try {
      await retry(isCollision, () =>
        run(accountIds, async (open) => {
          hasBegun = true;
          const locked = mayWait ? [] : changes.filter(isLockedIn(open));
          changes = changes.filter((change) => !locked.includes(change));
          waitForLocks(locked);
          outcomes = await makeChanges(changes, open);
        }),
      );
    } catch (error) {
      // The database takes no changes now: those that wait need not find out one group after the other.
      const failed = hasBegun ? changes : [...changes, ...waiting.splice(0)];
      for (const { fail } of failed) fail(error);
      return;
    }
    for (const settle of outcomes) settle();
  }

  /** The first change of each account waits in a transaction of its own, and the others until it is done. */
  function waitForLocks(changes: readonly Change[]): void {
    const others = changes.filter(({ accountId = '', ...change }) => {
      if (lockedAccounts.has(accountId)) return true;
      lockedAccounts.add(accountId);
      const done = commit([{ accountId, ...change }], { mayWait: true });
      keepRunning(
        done.then(() => {
          lockedAccounts.delete(accountId);
          start();
        }),
      );
      return false;
    });
    waiting.unshift(...others);
  }

  /** Returns for each change what its caller gets after the commit. */
  async function makeChanges(changes: readonly Change[], open: OpenTransaction): Promise<(() => void)[]> {
    const lastEvents: NewEvent[] = [];
    const transaction = Object.assign(open.transaction, { lastEvents });
    const outcomes: (() => void)[] = [];
    // The rollback of the transaction undoes it.
    const isAlone = changes.length === 1;
    for (const { work, succeed, fail } of changes) {
      const before = lastEvents.length;
      const isFirst = outcomes.length === 0;
      const marking =
        !isAlone && open.execute(isFirst ? 'savepoint change' : 'release change; savepoint change');
      const [marked, made] = await Promise.allSettled([marking, work(transaction)]);
      if (marked.status === 'rejected') throw marked.reason;
      if (made.status === 'rejected') {
        if (isAlone || isCollision(made.reason)) throw made.reason;
        await undo(open, made.reason);
        lastEvents.length = before;
        outcomes.push(() => fail(made.reason));
      } else outcomes.push(succeed);
    }
    // Last, because other processes wait for the chains of the audit log.
    await addEvents(open.transaction, lastEvents);
    return outcomes;
  }

  function keepRunning(promise: Promise<void>): void {
    running.add(promise);
    void promise.finally(() => running.delete(promise));
  }

  const write: Engine['write'] = (work, accountId) =>
    new Promise((resolve, reject) => {
      let succeed = () => {};
      waiting.push({
        accountId,
        work: async (transaction) => {
          const result = await work(transaction);
          succeed = () => resolve(result);
        },
        succeed: () => succeed(),
        fail: reject,
      });
      start();
    });

  /** Resolves when all changes have finished. */
  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  return { write, settled };
}

function isLockedIn({ isLocked }: OpenTransaction) {
  return ({ accountId }: Change) => accountId !== undefined && isLocked(accountId);
}

/** @throws the error of the change when it cannot be undone by itself: the transaction has ended with all changes in it. */
async function undo({ execute }: OpenTransaction, error: unknown): Promise<void> {
  try {
    await execute('rollback to change');
  } catch {
    throw error;
  }
}

/** Runs `work` again while it fails because of another process or transaction. Throws its last error. */
export async function retry<Result>(
  isTransient: (error: unknown) => boolean,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  let deadline: number | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      deadline ??= performance.now() + lockTimeoutMs;
      if (performance.now() > deadline) throw error;
      // Random pauses, so that those that collided do not collide again.
      await sleep(1 + Math.random() * 10);
    }
  }
}
