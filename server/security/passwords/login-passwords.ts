import { createHmac } from 'node:crypto';
import { identityKey } from '../identity.ts';
import type { BoundedPasswords, Origin } from './bounded-passwords.ts';
import { formatCost, type PasswordCost, parseCost } from './password-cost.ts';

export interface CountedCost {
  /** As in an encoded hash: `m=19456,t=2,p=1`. */
  readonly cost: string;
  readonly accounts: number;
}

/** The cost of verifying a password for an unknown identity. */
export type DrawCost = (identity: string) => Promise<PasswordCost>;

export interface DummyCostOptions {
  readonly count: () => Promise<readonly CountedCost[]>;
  readonly current: PasswordCost;
  /** Must stay secret: it determines the costs of unknown identities. */
  readonly secret: () => Uint8Array;
  readonly now: () => number;
}

/** How long a count is used, in milliseconds. */
const freshness = 5_000;

/**
 * Draws a cost for each unknown identity, always the same one, in the same proportions as the costs of the accounts, so that
 * the time of a login does not reveal whether an identity exists. While accounts move to a new cost, so do unknown identities.
 */
export function createDummyCosts({ count, current, secret, now }: DummyCostOptions): DrawCost {
  let counted: { readonly costs: ReturnType<typeof countInOrder>; readonly at: number } | undefined;

  const countInOrder = async () => inOrder(await count(), formatCost(current));
  const countNow = () => {
    const at = now();
    const costs = countInOrder();
    counted = { costs, at };
    // A failed count is not cached.
    costs.catch(() => {
      counted = undefined;
    });
    return costs;
  };
  const recent = () =>
    counted !== undefined && Math.abs(now() - counted.at) < freshness ? counted.costs : countNow();

  return async (identity) => {
    const known = await recent();
    const [only] = known;
    // Nearly always all accounts have the same cost.
    if (only !== undefined && known.length === 1) return only.cost;
    const total = known.reduce((sum, { accounts }) => sum + accounts, 0);
    let place = fraction(secret(), identity) * total;
    for (const { cost, accounts } of known) {
      place -= accounts;
      if (place < 0) return cost;
    }
    return current;
  };
}

// The current cost comes last: as more accounts have it, identities move to it and never back.
function inOrder(counted: readonly CountedCost[], current: string) {
  return [...counted]
    .sort((one, other) => Number(one.cost === current) - Number(other.cost === current))
    .flatMap(({ cost, accounts }) => {
      const parsed = parseCost(cost);
      return parsed === undefined ? [] : [{ cost: parsed, accounts }];
    });
}

/** A number from 0 to below 1, evenly distributed over identities. */
function fraction(secret: Uint8Array, identity: string): number {
  const digest = createHmac('sha256', secret).update(identityKey(identity)).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

export type LoginPasswords = ReturnType<typeof createLoginPasswords>;

export function createLoginPasswords(passwords: BoundedPasswords, drawCost: DrawCost) {
  return {
    rehash: passwords.rehash,
    /** Exactly one Argon2id computation, also for an unknown identity. */
    async verify(
      storedHash: string | undefined,
      password: string,
      identity: string,
      origin: Origin | undefined,
    ): Promise<boolean> {
      // Drawn for every identity, so that unknown ones do not take longer.
      const dummyCost = await drawCost(identity);
      return passwords.verify(storedHash, password, dummyCost, origin);
    },
  };
}
