import { setTimeout as pause } from 'node:timers/promises';

/** Spaces calls so that no more than `rate` a second go through. */
export function createPace(rate: number | undefined): () => Promise<void> {
  if (rate === undefined) return async () => {};
  let next = 0;
  return async () => {
    const now = performance.now();
    const mine = Math.max(now, next);
    next = mine + 1000 / rate;
    if (mine > now) await pause(mine - now);
  };
}
