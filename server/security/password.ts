import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { type PasswordCost, passwordCost } from './password-cost.ts';

/** The two functions used of `@node-rs/argon2`, whose default variant is Argon2id. */
export interface Argon2 {
  hash(password: Uint8Array, cost: PasswordCost): Promise<string>;
  verify(storedHash: string, password: Uint8Array): Promise<boolean>;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Exactly one Argon2id computation, also when there is no account and so no stored hash: then `false`. */
  verify(storedHash: string | undefined, password: string): Promise<boolean>;
}

const nodeArgon2: Argon2 = { hash: argon2Hash, verify: argon2Verify };

/** Passwords are taken as the UTF-8 bytes of what was received: nothing is trimmed, folded, normalised or cut. */
export function createPasswords(
  options: Partial<PasswordCost> & { readonly argon2?: Argon2 } = {},
): Passwords {
  const { argon2 = nodeArgon2, ...chosen } = options;
  const cost = { ...passwordCost, ...chosen };
  const dummyHash = encodeDummyHash(cost);

  return {
    hash: (password) => argon2.hash(Buffer.from(password), cost),
    verify: async (storedHash, password) => {
      const matches = await argon2.verify(storedHash ?? dummyHash, Buffer.from(password));
      return storedHash !== undefined && matches;
    },
  };
}

// A hash of no known password, written out rather than computed. Verifying against it costs what a real one costs,
// so the time an answer takes does not tell whether the account exists.
function encodeDummyHash({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  const zeros = (length: number) => Buffer.alloc(length).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${zeros(16)}$${zeros(32)}`;
}
