import { createFairQueue, type Origin } from './fair-queue.ts';
import type { Passwords } from './password.ts';
import type { PasswordCost } from './password-cost.ts';

export type { Origin } from './fair-queue.ts';

/** Too many passwords wait for verification. Trying again later may help. */
export class TooBusyError extends Error {
  constructor() {
    super('too many passwords wait for verification');
    this.name = 'TooBusyError';
  }
}

export interface HashingBounds {
  /** How many passwords are verified at once. More than the number of cores only makes each of them slower. */
  readonly atOnce: number;
  /** How many may wait. */
  readonly waiting: number;
}

export interface PasswordLoad {
  readonly running: number;
  readonly waiting: number;
}

export interface BoundedPasswords extends Passwords {
  /** @throws TooBusyError */
  verify(
    storedHash: string | undefined,
    password: string,
    dummyCost?: PasswordCost,
    origin?: Origin,
  ): Promise<boolean>;
  /**
   * A new hash of a password that was just verified, if its hash does not have the current cost. `undefined` when there is
   * nothing to do, or no thread is free: the next login tries again.
   */
  rehash(storedHash: string, password: string): Promise<string | undefined>;
  /** Whether a verification would begin or wait now, and not throw. */
  hasPlaceFor(origin: Origin): boolean;
  /** How many passwords are verified and wait now. */
  load(): PasswordLoad;
}

const nowhere: Origin = { network: '', isKnown: false };

/**
 * Limits how many passwords are verified at once, and queues the others, as `createFairQueue` says. Those that have no place
 * get a `TooBusyError` immediately, as clients do not wait forever.
 */
export function boundPasswords(passwords: Passwords, { atOnce, waiting }: HashingBounds): BoundedPasswords {
  const queue = createFairQueue(waiting);
  let running = 0;

  const enter = async (origin: Origin) => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    // A finished job hands over its place, so that a new job cannot take it.
    const isCalled = await new Promise<boolean>((resolve) => queue.add(origin, resolve));
    if (!isCalled) throw new TooBusyError();
  };
  const leave = () => {
    if (!queue.callNext()) running -= 1;
  };

  const runBounded = async <Result>(origin: Origin, work: () => Promise<Result>) => {
    await enter(origin);
    try {
      return await work();
    } finally {
      leave();
    }
  };

  return {
    ...passwords,
    hasPlaceFor: (origin) => running < atOnce || queue.hasPlaceFor(origin),
    load: () => ({ running, waiting: queue.length() }),
    hash: (password) => runBounded(nowhere, () => passwords.hash(password)),
    verify: (storedHash, password, dummyCost, origin = nowhere) =>
      runBounded(origin, () => passwords.verify(storedHash, password, dummyCost)),
    rehash: async (storedHash, password) => {
      // No client waits for a new hash: verifications come first.
      if (!passwords.isOutdated(storedHash) || running >= atOnce) return undefined;
      return runBounded(nowhere, () => passwords.hash(password));
    },
  };
}
