import type { ServiceContext } from './service-context.ts';

/**
 * Puts questions that do not touch one another side by side, as many as the profile allows. Answers in the order of the
 * questions, when the last is answered; throws what the first one threw.
 */
export async function mapInParallel<Given, Result>(
  { profile }: ServiceContext,
  given: readonly Given[],
  call: (one: Given) => Promise<Result>,
): Promise<Result[]> {
  const waiting = given.entries();
  const settled: PromiseSettledResult<Result>[] = [];
  const worker = async () => {
    for (const [at, one] of waiting) {
      const [result] = await Promise.allSettled([call(one)]);
      if (result !== undefined) settled[at] = result;
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, profile.limits.parallel) }, worker));
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
