import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { addEvents } from './audit/record-event.ts';
import type { Engine, StoreTransaction } from './engine.ts';
import type { NewEvent } from './schema.ts';

/** The most changes in one commit. */
const maximumChanges = 50;
/** For how many turns of the event loop a commit waits, while each of them brings more changes: busy turns end before all have come. */
const mostTurns = 4;
/** The pause between commits of patient changes. */
const patientMs = 15;

/** How long to wait for other processes that write. */
const lockTimeoutMs = 10_000;

/** Runs transactions on one engine. */
export interface Transactions {
  readonly contention?: Contention;
  /**
   * Begins a transaction, runs `work` in it, and commits it; rolls it back when `work` rejects. Tries to lock the accounts
   * first, without waiting for a lock. When the promise resolves, the changes are as safe as the engine makes them.
   */
  run(accountIds: readonly string[], work: (open: OpenTransaction) => Promise<void>): Promise<void>;
  /** Whether a transaction was rolled back, or could not begin, because of another one, and may succeed when it runs again. */
  isCollision(error: unknown): boolean;
  isOutage: Engine['isOutage'];
}

export interface OpenTransaction {
  readonly transaction: StoreTransaction;
  /** Whether one of the accounts could not be locked: another transaction has it, or it does not exist. */
  isLocked(accountId: string): boolean;
}

interface Change {
  readonly accountId: string | undefined;
  readonly isPatient: boolean;
  readonly work: (transaction: StoreTransaction) => Promise<void>;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Group commit: changes that arrive during a commit share the next one, in the order of their arrival. Each resolves after the
 * commit; when the commit fails, all of them reject. When one of several changes fails, none is stored, and each is made again in
 * a transaction of its own.
 *
 * A change of an account that another transaction has locked leaves the group, and waits in a transaction of its own.
 */
export function createWrite({ run, isCollision, isOutage, contention }: Transactions) {
  let waiting: Change[] = [];
  // Changes of these accounts wait until those before them are done.
  const busyAccounts = new Set<string | undefined>();
  const running = new Set<Promise<void>>();
  let isCommitting = false;
  let committedAt = Number.NEGATIVE_INFINITY;
  let hurry = () => {};

  function start(): void {
    if (isCommitting) return;
    isCommitting = true;
    keepRunning(commitWaiting());
  }

  async function commitWaiting(): Promise<void> {
    for (;;) {
      const ms = committedAt + patientMs - performance.now();
      if (ms > 0 && waiting.length > 0 && waiting.every(({ isPatient }) => isPatient))
        await new Promise<void>((resolve) => {
          hurry = resolve;
          setTimeout(hurry, ms);
        });
      // Other work runs between two commits.
      for (let turn = 0, before = -1; turn < mostTurns && before < waiting.length; turn += 1) {
        before = waiting.length;
        await nextTurn();
      }
      const group = takeGroup();
      if (group.length === 0) break;
      await commit(group);
      committedAt = performance.now();
    }
    isCommitting = false;
  }

  function takeGroup(): Change[] {
    const group: Change[] = [];
    waiting = waiting.filter((change) => {
      if (group.length === maximumChanges || busyAccounts.has(change.accountId)) return true;
      group.push(change);
      return false;
    });
    for (const { accountId } of group) if (accountId !== undefined) busyAccounts.add(accountId);
    return group;
  }

  async function commit(group: readonly Change[], mayWait = false): Promise<void> {
    const accountIds = mayWait ? [] : group.flatMap(({ accountId }) => accountId ?? []);
    let changes = group;
    let hasBegun = false;
    let areMade = false;
    try {
      const make = async ({ transaction, isLocked }: OpenTransaction) => {
        hasBegun = true;
        areMade = false;
        if (!mayWait) changes = withoutLocked(changes, isLocked);
        await makeChanges(changes, transaction);
        areMade = true;
      };
      await retry(isCollision, () => run(accountIds, make), contention);
      for (const { succeed } of changes) succeed();
    } catch (error) {
      if (hasBegun && !areMade && changes.length > 1 && !isOutage(error))
        for (const change of changes) await commit([change], true);
      // The database takes no changes now: those that wait need not find out one group after the other.
      else
        for (const { fail } of hasBegun ? changes : [...changes, ...waiting.splice(0)]) fail(error);
    }
    for (const { accountId } of changes) busyAccounts.delete(accountId);
    if (waiting.length > 0) start();
  }

  /** The changes of each locked account wait in a transaction of their own. */
  function withoutLocked(
    changes: readonly Change[],
    isLocked: OpenTransaction['isLocked'],
  ): Change[] {
    const mustWait = ({ accountId }: Change) => accountId !== undefined && isLocked(accountId);
    const locked = changes.filter(mustWait);
    for (const locking of new Set(locked.map(({ accountId }) => accountId))) {
      const ofAccount = locked.filter(({ accountId }) => accountId === locking);
      keepRunning(commit(ofAccount, true));
    }
    return changes.filter((change) => !mustWait(change));
  }

  function keepRunning(promise: Promise<void>): void {
    running.add(promise);
    void promise.finally(() => running.delete(promise));
  }

  const write: Engine['write'] = (work, accountId, isPatient = false) =>
    new Promise((resolve, reject) => {
      let succeed = () => {};
      waiting.push({
        accountId,
        isPatient,
        work: async (transaction) => {
          const result = await work(transaction);
          succeed = () => resolve(result);
        },
        succeed: () => succeed(),
        fail: reject,
      });
      if (!isPatient) hurry();
      start();
    });

  /** Resolves when all changes have finished. */
  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  return { write, settled };
}

/**
 * Changes of different accounts run at once, so that one does not wait for the statements of another. Those of one account run one
 * after the other, and a change without an account runs by itself.
 */
async function makeChanges(changes: readonly Change[], opened: StoreTransaction): Promise<void> {
  const lastEvents: NewEvent[] = [];
  const transaction = Object.assign(opened, { lastEvents });
  const made: Promise<void>[] = [];
  const ofAccounts = new Map<string, Promise<void>>();
  let alone = Promise.resolve();
  for (const { accountId, work } of changes) {
    const before =
      accountId === undefined ? Promise.all(made) : (ofAccounts.get(accountId) ?? alone);
    const change = before.then(() => work(transaction));
    made.push(change);
    if (accountId !== undefined) ofAccounts.set(accountId, change);
    else {
      alone = change;
      ofAccounts.clear();
    }
  }
  // No statement may follow the rollback.
  await Promise.all(made).finally(() => Promise.allSettled(made));
  // Last, because other processes wait for the chains of the audit log.
  await addEvents(opened, lastEvents);
}

/** When the last of those that share a lock gave up; `undefined` once one of them has succeeded. */
export type Contention = { gaveUpAt: number | undefined };

/**
 * Runs `work` again while it fails because of another process or transaction. Throws its last error when the time is over, or at
 * once while others have just given up: a request that makes several changes then does not wait for each of them.
 */
export async function retry<Result>(
  isTransient: (error: unknown) => boolean,
  work: () => Result | Promise<Result>,
  contention: Contention = { gaveUpAt: undefined },
): Promise<Result> {
  let deadline: number | undefined;
  for (;;) {
    try {
      const result = await work();
      contention.gaveUpAt = undefined;
      return result;
    } catch (error) {
      if (!isTransient(error)) throw error;
      const now = performance.now();
      deadline ??= now + lockTimeoutMs;
      if (now > deadline || now < (contention.gaveUpAt ?? -Infinity) + lockTimeoutMs) {
        contention.gaveUpAt = now;
        throw error;
      }
      // Random pauses, so that those that collided do not collide again.
      await sleep(1 + Math.random() * 10);
    }
  }
}
