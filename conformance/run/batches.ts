import type { Check } from '../check.ts';

// Each batch tests the session once. Only a later batch revokes the keys that it generates, so it must not be long.
const checksPerWidth = 4;

/** Checks in a row that may run in parallel, a few at a time. Every other check is on its own. */
export function inBatches(checks: readonly Check[], width: number): Check[][] {
  const longest = width > 1 ? width * checksPerWidth : 1;
  const batches: Check[][] = [];
  for (const check of checks) {
    const last = batches.at(-1);
    const first = last?.[0];
    const fits = last !== undefined && last.length < longest && first?.stage === check.stage;
    if (fits && check.exclusive !== true && first?.exclusive !== true) last.push(check);
    else batches.push([check]);
  }
  return batches;
}
