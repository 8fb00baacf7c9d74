/** How long a script repeats the same work, and how many times at once. */
export interface LoopJob {
  readonly ms: number;
  readonly atOnce: number;
}

export interface LoopResult {
  readonly count: number;
  /** The time until the last one ended. */
  readonly ms: number;
}

export async function loop({ ms, atOnce }: LoopJob, work: () => Promise<unknown>): Promise<LoopResult> {
  const begin = performance.now();
  let count = 0;
  const workOn = async () => {
    while (performance.now() < begin + ms) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  return { count, ms: performance.now() - begin };
}
