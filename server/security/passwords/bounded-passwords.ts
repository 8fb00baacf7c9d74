import type { Passwords } from './password.ts';

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
  /**
   * A new hash of a password that was just verified, if its hash does not have the current cost. `undefined` when there is
   * nothing to do, or no thread is free: the next login tries again.
   */
  rehash(storedHash: string, password: string): Promise<string | undefined>;
  /** How many passwords are verified and wait now. */
  load(): PasswordLoad;
}

/**
 * Limits how many passwords are verified at once, and queues the others. When the queue is full, it throws `TooBusyError`
 * immediately, as clients do not wait forever.
 */
export function boundPasswords(passwords: Passwords, { atOnce, waiting }: HashingBounds): BoundedPasswords {
  const queue: (() => void)[] = [];
  let running = 0;

  const enter = async () => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= waiting) throw new TooBusyError();
    // A finished job hands over its place, so that a new job cannot take it.
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = () => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  const runBounded = async <Result>(work: () => Promise<Result>) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };

  return {
    ...passwords,
    load: () => ({ running, waiting: queue.length }),
    hash: (password) => runBounded(() => passwords.hash(password)),
    verify: (storedHash, password, dummyCost) =>
      runBounded(() => passwords.verify(storedHash, password, dummyCost)),
    rehash: async (storedHash, password) => {
      // No client waits for a new hash: verifications come first.
      if (!passwords.isOutdated(storedHash) || running >= atOnce) return undefined;
      return runBounded(() => passwords.hash(password));
    },
  };
}
