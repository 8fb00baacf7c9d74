import type { CheckContext } from '../../../check.ts';

// Each resource is read before it is deleted, and a deletion takes longer than the average request: in a run of 5,900 requests to a
// Django server, 144 of 400 resources were left with a time for two.
const requestsEach = 4;

/** Learns how long requests take, and says how many milliseconds it takes to delete what the run has created. */
export function createDeletionTime({ target, profile }: Pick<CheckContext, 'target' | 'profile'>) {
  let count = 0;
  let ms = 0;
  target.listen(({ durationMs }) => {
    count += 1;
    ms += durationMs;
  });
  return (resources: number): number =>
    (resources * requestsEach * ms) / Math.max(count, 1) / profile.limits.parallel;
}
