// Checks of simultaneous requests need at least two.
const lowest = 2;

// After so many requests in a row that were not refused, twice as many may be under way.
const calmAfter = 50;

/** Limits how many requests are under way. There is no limit until `lower` is called. */
export function createGate() {
  const waiting: { readonly alone: boolean; readonly start: () => void }[] = [];
  let limit = Number.POSITIVE_INFINITY;
  let underWay = 0;
  let isTakenAlone = false;
  let calm = 0;

  const mayStart = (alone: boolean) =>
    underWay === 0 || (!alone && !isTakenAlone && underWay < limit);
  const startNext = () => {
    while (waiting[0] !== undefined && mayStart(waiting[0].alone)) waiting.shift()?.start();
  };

  return {
    /** Waits until another request may be sent; with `alone`, until no other is under way, and none will be. */
    enter: async (alone: boolean): Promise<void> => {
      const begin = () => {
        underWay += 1;
        isTakenAlone = alone;
      };
      if (waiting.length === 0 && mayStart(alone)) return begin();
      await new Promise<void>((resolve) => {
        waiting.push({
          alone,
          start: () => {
            begin();
            resolve();
          },
        });
      });
    },
    leave: () => {
      underWay -= 1;
      if (underWay === 0) isTakenAlone = false;
      startNext();
    },
    underWay: () => underWay,
    lower: () => {
      limit = Math.max(lowest, Math.floor(Math.min(limit, underWay) / 2));
      calm = 0;
    },
    succeeded: () => {
      calm += 1;
      if (calm < calmAfter) return;
      limit *= 2;
      calm = 0;
    },
  };
}
