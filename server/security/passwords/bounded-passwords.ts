import type { Passwords } from './password.ts';

/** There is more to verify than this machine can: trying again later may help. */
export class TooBusyError extends Error {
  constructor() {
    super('too many passwords wait to be verified');
    this.name = 'TooBusyError';
  }
}

export interface HashingBounds {
  /** More than there are cores would only make each take longer, and leave no thread for anything else. */
  readonly atOnce: number;
  /** How many may wait for their turn. */
  readonly waiting: number;
}

export interface PasswordLoad {
  readonly running: number;
  readonly waiting: number;
}

export interface BoundedPasswords extends Passwords {
  /**
   * A hash of the password at the cost of today, for one that was just verified and whose hash has another; `undefined`
   * when there is nothing to do, or no thread free to do it on: the next login will.
   */
  rehash(storedHash: string, password: string): Promise<string | undefined>;
  /** How much there is to do at this moment. */
  load(): PasswordLoad;
}

/**
 * Verifies in turn what comes at once. Beyond the queue it fails with `TooBusyError`, at once: a caller that has to wait
 * for longer than its patience would be verified for nobody.
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
    // Whoever leaves hands over its place, so that nobody who comes in between can take it.
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = () => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  const inTurn = async <Result>(work: () => Promise<Result>) => {
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
    hash: (password) => inTurn(() => passwords.hash(password)),
    verify: (storedHash, password, dummyCost) =>
      inTurn(() => passwords.verify(storedHash, password, dummyCost)),
    rehash: async (storedHash, password) => {
      // Nobody waits for it: whoever verifies comes first.
      if (!passwords.isOutdated(storedHash) || running >= atOnce) return undefined;
      return inTurn(() => passwords.hash(password));
    },
  };
}
