import type { CheckContext } from './check.ts';

/**
 * Makes independent calls in parallel, as many as the profile allows. Waits for all of them, then returns their results in
 * order or throws the first error.
 */
export async function mapInParallel<Item, Result>(
  { profile }: Pick<CheckContext, 'profile'>,
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const waiting = items.entries();
  const settled: PromiseSettledResult<Result>[] = [];
  const worker = async () => {
    for (const [at, item] of waiting) {
      const [result] = await Promise.allSettled([call(item)]);
      if (result !== undefined) settled[at] = result;
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, profile.limits.parallel) }, worker));
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
