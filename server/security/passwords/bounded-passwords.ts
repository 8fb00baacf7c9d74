import type { Passwords } from './password.ts';
import type { PasswordCost } from './password-cost.ts';

export interface HashingBounds {
  /** How many passwords are verified at once. More than the number of cores only makes each of them slower. */
  readonly atOnce: number;
  readonly waiting: number;
}

export type PasswordLoad = ReturnType<BoundedPasswords['load']>;
export type BoundedPasswords = ReturnType<typeof boundPasswords>;

const nowhere: Origin = { network: '', isKnown: false };

/** Those without a place get the error of `createError` at once, as clients do not wait forever. */
export function boundPasswords(
  passwords: Passwords,
  { atOnce, waiting }: HashingBounds,
  createError = () => new Error('too many passwords wait for verification'),
) {
  const queue = createFairQueue(waiting);
  let running = 0;

  const enter = async (origin: Origin) => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    // A finished job hands over its place, so that a new job cannot take it.
    const isCalled = await new Promise<boolean>((resolve) => queue.add(origin, resolve));
    if (!isCalled) throw createError();
  };
  const leave = () => {
    if (!queue.callNext()) running -= 1;
  };

  const runBounded = async <Result>(origin: Origin, work: () => Promise<Result>) => {
    await enter(origin);
    try {
      return await work();
    } finally {
      leave();
    }
  };

  return {
    ...passwords,
    /** Whether a verification would begin or wait now, and not throw. */
    hasPlaceFor: (origin: Origin) => running < atOnce || queue.hasPlaceFor(origin),
    /** How many passwords are verified and wait now. */
    load: () => ({ running, waiting: queue.length() }),
    hash: (password: string) => runBounded(nowhere, () => passwords.hash(password)),
    verify: (
      storedHash: string | undefined,
      password: string,
      dummyCost?: PasswordCost,
      origin = nowhere,
    ) => runBounded(origin, () => passwords.verify(storedHash, password, dummyCost)),
    /** `undefined` when there is nothing to do, or no thread is free: the next login tries again. */
    rehash: async (storedHash: string, password: string) => {
      // No client waits for a new hash: verifications come first.
      if (!passwords.isOutdated(storedHash) || running >= atOnce) return undefined;
      return runBounded(nowhere, () => passwords.hash(password));
    },
  };
}

export interface Origin {
  readonly network: string;
  /** Whether the user has logged in from there. */
  readonly isKnown: boolean;
}

interface Slot extends Origin {
  readonly settle: (isCalled: boolean) => void;
}

/**
 * A queue with a limited number of places. While there are places, anyone gets one. When it is full, known networks have half
 * of the places, and the networks of each half have equal parts of it: a newcomer that has less than its part takes the place
 * of the last of those who have more. Known networks and others are called in turn, each first come, first served. So a stranger
 * can't fill the places of known networks, nor those of other strangers without as many networks as there are places.
 */
export function createFairQueue(size: number) {
  const places: Slot[] = [];
  let calledKnown = false;
  const shareOf = (isKnown: boolean) => (isKnown ? Math.ceil(size / 2) : Math.floor(size / 2));

  /** The last place of a network that has more than its part, so that the newcomer does not. */
  const findSurplus = ({ network, isKnown }: Origin): Slot | undefined => {
    const same = places.filter((place) => place.isKnown === isKnown);
    const others = places.filter((place) => place.isKnown !== isKnown);
    if (same.length < shareOf(isKnown)) return lastOfLargest(others).place;
    const own = same.filter((place) => place.network === network).length;
    const { place, count } = lastOfLargest(same);
    return count > own + 1 ? place : undefined;
  };

  return {
    length: () => places.length,
    hasPlaceFor: (origin: Origin) => places.length < size || findSurplus(origin) !== undefined,
    /** `settle` is called once: with `true` when it is its turn, with `false` when it has no place, or no longer. */
    add(origin: Origin, settle: (isCalled: boolean) => void) {
      if (places.length >= size) {
        const surplus = findSurplus(origin);
        if (surplus === undefined) return settle(false);
        places.splice(places.indexOf(surplus), 1);
        surplus.settle(false);
      }
      places.push({ settle, ...origin });
    },
    /** `false` when nobody waits. */
    callNext(): boolean {
      const next = places.find(({ isKnown }) => isKnown !== calledKnown) ?? places[0];
      if (next === undefined) return false;
      calledKnown = next.isKnown;
      places.splice(places.indexOf(next), 1);
      next.settle(true);
      return true;
    },
  };
}

function lastOfLargest(places: readonly Slot[]) {
  const counts = new Map<string, number>();
  for (const { network } of places) counts.set(network, (counts.get(network) ?? 0) + 1);
  const count = Math.max(0, ...counts.values());
  return { place: places.findLast(({ network }) => counts.get(network) === count), count };
}
