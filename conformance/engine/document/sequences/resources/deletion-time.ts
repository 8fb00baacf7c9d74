import type { CheckContext } from '../../../check.ts';

// The least time that a run has for this after its own.
const leastMs = 4_000;
// Servers take longer with more requests at once.
const share = 0.7;

/** Learns how long requests take, and says whether there is time to delete what a run creates. */
export function watchDeletionTime({ target, profile, remaining }: CheckContext) {
  const all = { count: 0, ms: 0 };
  const deletions = { count: 0, ms: 0 };
  target.listen(({ request, durationMs }) => {
    for (const sum of request.method === 'DELETE' ? [all, deletions] : [all]) {
      sum.count += 1;
      sum.ms += durationMs;
    }
  });
  return {
    isEnoughFor: (resources: number): boolean => {
      const { count, ms } = deletions.count >= 5 ? deletions : all;
      // Each is read before it is deleted.
      const neededMs = (2 * resources * ms) / Math.max(count, 1) / profile.limits.parallel;
      return neededMs <= share * Math.max(remaining(), leastMs);
    },
  };
}
