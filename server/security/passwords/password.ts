import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { costIn, formatCost, type PasswordCost, passwordCost } from './password-cost.ts';

/** The two functions of `@node-rs/argon2` that are used. Its default variant is Argon2id. */
export interface Argon2 {
  hash(password: Uint8Array, cost: PasswordCost): Promise<string>;
  verify(storedHash: string, password: Uint8Array): Promise<boolean>;
}

export interface Passwords {
  readonly cost: PasswordCost;
  hash(password: string): Promise<string>;
  /** Exactly one Argon2id computation: without a stored hash at `dummyCost`, or the cost of a new one. */
  verify(
    storedHash: string | undefined,
    password: string,
    dummyCost?: PasswordCost,
  ): Promise<boolean>;
  isOutdated(storedHash: string): boolean;
}

const nodeArgon2: Argon2 = { hash: argon2Hash, verify: argon2Verify };

/** Hashes the UTF-8 bytes of a password exactly as received: not trimmed, case-folded, normalized or truncated. */
export function createPasswords(
  options: Partial<PasswordCost> & { readonly argon2?: Argon2 } = {},
): Passwords {
  const { argon2 = nodeArgon2, ...chosen } = options;
  const cost = { ...passwordCost, ...chosen };

  return {
    cost,
    hash: (password) => argon2.hash(Buffer.from(password), cost),
    verify: async (storedHash, password, dummyCost = cost) => {
      const matches = await argon2.verify(
        storedHash ?? encodeDummyHash(dummyCost),
        Buffer.from(password),
      );
      return storedHash !== undefined && matches;
    },
    isOutdated: (storedHash) => {
      const stored = costIn(storedHash);
      return stored !== undefined && stored !== formatCost(cost);
    },
  };
}

// A constant hash of no known password. Verifying it costs as much as verifying a real hash, so that the time of a response
// does not reveal whether the account exists.
function encodeDummyHash(cost: PasswordCost): string {
  const zeros = (length: number) => Buffer.alloc(length).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$${formatCost(cost)}$${zeros(16)}$${zeros(32)}`;
}
