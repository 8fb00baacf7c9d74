import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../http/problem.ts';

/** The minimum that OWASP recommends for Argon2id. `memoryCost` is in KiB. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Exactly one Argon2id computation of the same cost, also without a stored hash. */
  verify(storedHash: string | undefined, password: string): Promise<boolean>;
  /** How many passwords are verified and wait now. */
  load(): { readonly running: number; readonly waiting: number };
}

/** How many verifications run and wait at once. */
export interface HashingBounds {
  /** More than the number of cores only makes each of them slower. */
  readonly atOnce: number;
  readonly waiting: number;
}

/**
 * Hashes the UTF-8 bytes of a password exactly as received: not trimmed, case-folded, normalized or truncated.
 *
 * @throws Problem unavailable when too many wait: clients do not wait for ever
 */
export function createPasswords({ atOnce, waiting }: HashingBounds): Passwords {
  const queue: (() => void)[] = [];
  let running = 0;

  async function runBounded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new Problem('unavailable', { detail: 'hashing_queue_full' });
      // A finished verification hands its place over, so that a newcomer cannot take it.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    hash: (password) => runBounded(() => hash(Buffer.from(password), passwordCost)),
    verify: (storedHash, password) =>
      runBounded(async () => {
        const matches = await verify(storedHash ?? dummyHash, Buffer.from(password));
        return storedHash !== undefined && matches;
      }),
    load: () => ({ running, waiting: queue.length }),
  };
}

// A hash of no known password. Verifying it takes the same time, so that the response does not reveal whether the account exists.
const dummyHash = createDummyHash();

function createDummyHash(): string {
  const zeros = (length: number) => Buffer.alloc(length).toString('base64').replaceAll('=', '');
  const { memoryCost, timeCost, parallelism } = passwordCost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${zeros(16)}$${zeros(32)}`;
}
