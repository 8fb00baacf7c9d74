/**
 * Counts the changes by which this process may have invalidated API keys: revocations, and accounts that were disabled or deleted. A
 * cache of keys is out of date when the count has changed.
 */
export interface Invalidations {
  readonly count: () => number;
  /** Counts a change when it has finished. One that failed counts too, as it may be on the disk. */
  after<Result>(change: Promise<Result>): Promise<Result>;
}

export function createInvalidations(): Invalidations {
  let count = 0;
  return {
    count: () => count,
    after: (change) =>
      change.finally(() => {
        count += 1;
      }),
  };
}
