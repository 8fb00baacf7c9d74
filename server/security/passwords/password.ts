import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { costIn, formatCost, type PasswordCost, passwordCost } from './password-cost.ts';

/** The two functions used of `@node-rs/argon2`, whose default variant is Argon2id. */
export interface Argon2 {
  hash(password: Uint8Array, cost: PasswordCost): Promise<string>;
  verify(storedHash: string, password: Uint8Array): Promise<boolean>;
}

export interface Passwords {
  /** What a new hash costs. */
  readonly cost: PasswordCost;
  hash(password: string): Promise<string>;
  /**
   * Exactly one Argon2id computation, also when there is no account and so no stored hash: then `false`, at `dummyCost`, or
   * at that of a new hash.
   */
  verify(storedHash: string | undefined, password: string, dummyCost?: PasswordCost): Promise<boolean>;
  /** Whether a new hash of the same password would cost something else. */
  isOutdated(storedHash: string): boolean;
}

const nodeArgon2: Argon2 = { hash: argon2Hash, verify: argon2Verify };

/** Passwords are taken as the UTF-8 bytes of what was received: nothing is trimmed, folded, normalised or cut. */
export function createPasswords(
  options: Partial<PasswordCost> & { readonly argon2?: Argon2 } = {},
): Passwords {
  const { argon2 = nodeArgon2, ...chosen } = options;
  const cost = { ...passwordCost, ...chosen };

  return {
    cost,
    hash: (password) => argon2.hash(Buffer.from(password), cost),
    verify: async (storedHash, password, dummyCost = cost) => {
      const matches = await argon2.verify(storedHash ?? encodeDummyHash(dummyCost), Buffer.from(password));
      return storedHash !== undefined && matches;
    },
    isOutdated: (storedHash) => {
      const stored = costIn(storedHash);
      return stored !== undefined && stored !== formatCost(cost);
    },
  };
}

// A hash of no known password, written out rather than computed. Verifying against it costs what a real one costs,
// so the time an answer takes does not tell whether the account exists.
function encodeDummyHash(cost: PasswordCost): string {
  const zeros = (length: number) => Buffer.alloc(length).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$${formatCost(cost)}$${zeros(16)}$${zeros(32)}`;
}
