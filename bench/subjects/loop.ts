/** For how long a script is to do the same thing again and again, and how often at once. */
export interface LoopQuestion {
  readonly ms: number;
  readonly atOnce: number;
}

export interface LoopAnswer {
  readonly count: number;
  /** Until the last of them was done. */
  readonly ms: number;
}

export async function loop({ ms, atOnce }: LoopQuestion, work: () => Promise<unknown>): Promise<LoopAnswer> {
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
