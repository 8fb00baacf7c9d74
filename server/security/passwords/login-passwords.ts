import { createHmac } from 'node:crypto';
import { identityKey } from '../identity.ts';
import type { BoundedPasswords } from './bounded-passwords.ts';
import { formatCost, type PasswordCost, parseCost } from './password-cost.ts';

export interface CountedCost {
  /** As an encoded hash says it: `m=19456,t=2,p=1`. */
  readonly cost: string;
  readonly accounts: number;
}

/** What verifying a password costs for an identity that nobody has. */
export type DrawCost = (identity: string) => Promise<PasswordCost>;

export interface DummyCostOptions {
  /** What the stored hashes cost now. */
  readonly count: () => Promise<readonly CountedCost[]>;
  /** What new hashes cost. */
  readonly current: PasswordCost;
  /** Whoever knew it could tell what an identity would cost that nobody has. */
  readonly secret: () => Uint8Array;
  readonly now: () => number;
}

/** How long a count is good for, in milliseconds. */
const freshness = 60_000;

/**
 * Draws a cost for each identity, always the same one, as often each as it is among the accounts: then no time that a login
 * takes is commoner among identities that nobody has than among those that somebody has. While hashes move to a new cost at
 * their owners' logins, so do the drawn ones.
 */
export function createDummyCosts({ count, current, secret, now }: DummyCostOptions): DrawCost {
  let counted: { readonly costs: Promise<readonly CountedCost[]>; readonly at: number } | undefined;

  const countNow = () => {
    const at = now();
    const costs = count();
    counted = { costs, at };
    // A count that failed is no reason to fail for the next minute.
    costs.catch(() => {
      counted = undefined;
    });
    return costs;
  };
  const recent = () =>
    counted !== undefined && Math.abs(now() - counted.at) < freshness ? counted.costs : countNow();

  return async (identity) => {
    const known = inOrder(await recent(), formatCost(current));
    const total = known.reduce((sum, { accounts }) => sum + accounts, 0);
    let place = fraction(secret(), identity) * total;
    for (const { cost, accounts } of known) {
      place -= accounts;
      if (place < 0) return cost;
    }
    return current;
  };
}

// The current cost comes last: as it becomes commoner, identities go over to it and never back.
function inOrder(counted: readonly CountedCost[], current: string) {
  return [...counted]
    .sort((one, other) => Number(one.cost === current) - Number(other.cost === current))
    .flatMap(({ cost, accounts }) => {
      const parsed = parseCost(cost);
      return parsed === undefined ? [] : [{ cost: parsed, accounts }];
    });
}

/** From 0 to below 1, evenly spread over identities. */
function fraction(secret: Uint8Array, identity: string): number {
  const digest = createHmac('sha256', secret).update(identityKey(identity)).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

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
