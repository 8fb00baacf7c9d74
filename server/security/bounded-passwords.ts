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

/**
 * Verifies in turn what comes at once. Beyond the queue it fails with `TooBusyError`, at once: a caller that has to wait
 * for longer than its patience would be verified for nobody.
 */
export function boundPasswords(passwords: Passwords, { atOnce, waiting }: HashingBounds): Passwords {
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

  return {
    hash: passwords.hash,
    async verify(storedHash, password) {
      await enter();
      try {
        return await passwords.verify(storedHash, password);
      } finally {
        leave();
      }
    },
  };
}
