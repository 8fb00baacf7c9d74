import type { Bench } from './bench.ts';
import type { Sample, Series } from './series.ts';

/** One of those that are measured side by side: what it does, one after the other, in each of its turns. */
export interface Contender {
  readonly subject: string;
  readonly at?: number;
  readonly tasks: Readonly<Record<string, (ms: number) => Promise<Sample>>>;
}

export interface Turns {
  readonly turns: number;
  /** For how long each task of a turn is done. */
  readonly ms: number;
  /** Nobody is warmed up where it is 0. */
  readonly warmUpMs: number;
}

const quickMs = 150;

/**
 * All in turns, so that a busy moment of the machine meets all alike; each turn begins with another of them, so that nobody
 * always follows the same one.
 */
export async function inTurns(
  bench: Bench,
  contenders: readonly Contender[],
  turns: Turns,
): Promise<Series[]> {
  const { turns: count, ms, warmUpMs } = bench.quick ? shortened(turns) : turns;
  const measured = contenders.map((contender) => ({ contender, samples: samplesOf(contender) }));
  for (const { contender } of warmUpMs > 0 ? measured : []) {
    bench.say(`${nameOf(contender)} warms up`);
    for (const run of Object.values(contender.tasks)) await run(warmUpMs);
  }
  for (let turn = 0; turn < count; turn += 1) {
    const first = turn % measured.length;
    for (const { contender, samples } of [...measured.slice(first), ...measured.slice(0, first)]) {
      bench.say(`turn ${turn + 1} of ${count}: ${nameOf(contender)}`);
      for (const [task, run] of Object.entries(contender.tasks)) samples[task]?.push(await run(ms));
    }
  }
  return measured.flatMap(({ contender: { subject, at }, samples }) =>
    Object.entries(samples).map(([task, taken]) => ({
      subject,
      task,
      ...(at !== undefined && { at }),
      samples: taken,
    })),
  );
}

function shortened({ turns, ms, warmUpMs }: Turns): Turns {
  return { turns: Math.min(2, turns), ms: Math.min(quickMs, ms), warmUpMs: Math.min(quickMs, warmUpMs) };
}

function samplesOf({ tasks }: Contender): Record<string, Sample[]> {
  return Object.fromEntries(Object.keys(tasks).map((task) => [task, []]));
}

function nameOf({ subject, at }: Contender): string {
  return at === undefined ? subject : `${subject}, ${at.toLocaleString('en')}`;
}
