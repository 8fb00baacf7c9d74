import type { Check } from '../check.ts';

/** Checks in a row that may run in parallel do so, `width` at a time. Every other check runs on its own. */
export async function runInParallel(
  checks: readonly Check[],
  width: number,
  run: (check: Check) => Promise<void>,
) {
  const waiting = [...checks];
  while (waiting.length > 0) {
    const group: Check[] = [];
    const stage = waiting[0]?.stage;
    while (waiting[0]?.parallel === true && waiting[0].stage === stage) group.push(...waiting.splice(0, 1));
    const worker = async () => {
      for (let next = group.shift(); next !== undefined; next = group.shift()) await run(next);
    };
    await Promise.all(Array.from({ length: Math.max(1, width) }, worker));
    const single = waiting.shift();
    if (single) await run(single);
  }
}
