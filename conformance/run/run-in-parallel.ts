import type { Check } from '../check.ts';

/** Neighbours that may run beside others do so, `width` at a time; any other runs alone. */
export async function runInParallel(
  checks: readonly Check[],
  width: number,
  run: (check: Check) => Promise<void>,
) {
  const waiting = [...checks];
  while (waiting.length > 0) {
    const beside: Check[] = [];
    const stage = waiting[0]?.stage;
    while (waiting[0]?.parallel === true && waiting[0].stage === stage) beside.push(...waiting.splice(0, 1));
    const worker = async () => {
      for (let next = beside.shift(); next !== undefined; next = beside.shift()) await run(next);
    };
    await Promise.all(Array.from({ length: Math.max(1, width) }, worker));
    const alone = waiting.shift();
    if (alone) await run(alone);
  }
}
