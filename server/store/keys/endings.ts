/**
 * Counts the changes by which this process may have ended API keys: revocations, and accounts that were disabled or deleted. A
 * cache of keys is out of date when the count has changed.
 */
export interface Endings {
  readonly count: () => number;
  /** Counts a change when it has finished. One that failed counts too, as it may be on the disk. */
  end<Result>(change: Promise<Result>): Promise<Result>;
}

export function createEndings(): Endings {
  let count = 0;
  return {
    count: () => count,
    end: (change) =>
      change.finally(() => {
        count += 1;
      }),
  };
}
