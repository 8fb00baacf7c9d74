import type { BoundedPasswords } from './bounded-passwords.ts';
import type { DrawCost } from './dummy-costs.ts';

/** Passwords as a login checks them. */
export interface LoginPasswords {
  /** Exactly one Argon2id computation, also when nobody has the identity. */
  verify(storedHash: string | undefined, password: string, identity: string): Promise<boolean>;
  /** See `BoundedPasswords.rehash`. */
  rehash(storedHash: string, password: string): Promise<string | undefined>;
}

export function createLoginPasswords(passwords: BoundedPasswords, drawCost: DrawCost): LoginPasswords {
  return {
    rehash: passwords.rehash,
    async verify(storedHash, password, identity) {
      // Drawn for everybody: it must not take longer for those who are not there.
      const dummyCost = await drawCost(identity);
      return passwords.verify(storedHash, password, dummyCost);
    },
  };
}
