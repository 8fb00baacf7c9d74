import type { CheckContext } from './check.ts';
import { NotSent } from './not-sent.ts';

/**
 * Makes independent calls in parallel, as many as the profile allows. Waits for all of them, then returns their results in
 * order or throws the first error. Leaves out calls that the options of the run did not allow, unless that is all of them.
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
  const allowed = settled.filter(
    (result) => !('reason' in result && result.reason instanceof NotSent),
  );
  return (allowed.length === 0 ? settled : allowed).map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
