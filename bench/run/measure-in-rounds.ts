import type { Load } from '../load/load.ts';
import { cpuMs } from '../processes/command.ts';
import type { Script } from '../processes/start-script.ts';
import type { LoopJob, LoopResult } from '../subjects/loops.ts';
import type { Bench, Sample, Series } from './benchmark.ts';

/** One of the subjects that are measured together, with the tasks that it runs in each of its rounds. */
export interface Contender {
  readonly subject: string;
  readonly at?: number;
  readonly tasks: Readonly<Record<string, (ms: number) => Promise<Sample>>>;
}

export interface Rounds {
  readonly rounds: number;
  /** How long each task of a round runs. */
  readonly ms: number;
  /** 0: no warm-up. */
  readonly warmUpMs: number;
}

const quickMs = 150;

/**
 * Measures the contenders in rounds, so that a busy moment of the machine affects all of them. Each round starts with another
 * contender, so that none always follows the same one.
 */
export async function measureInRounds(
  bench: Bench,
  contenders: readonly Contender[],
  rounds: Rounds,
): Promise<Series[]> {
  const { rounds: count, ms, warmUpMs } = bench.quick ? shortened(rounds) : rounds;
  const measured = contenders.map((contender) => ({ contender, samples: samplesOf(contender) }));
  for (const { contender } of warmUpMs > 0 ? measured : []) {
    bench.say(`${nameOf(contender)} warms up`);
    for (const run of Object.values(contender.tasks)) await run(warmUpMs);
  }
  for (let round = 0; round < count; round += 1) {
    const first = round % measured.length;
    for (const { contender, samples } of [...measured.slice(first), ...measured.slice(0, first)]) {
      bench.say(`round ${round + 1} of ${count}: ${nameOf(contender)}`);
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

function shortened({ rounds, ms, warmUpMs }: Rounds): Rounds {
  return {
    rounds: Math.min(2, rounds),
    ms: Math.min(quickMs, ms),
    warmUpMs: Math.min(quickMs, warmUpMs),
  };
}

function samplesOf({ tasks }: Contender): Record<string, Sample[]> {
  return Object.fromEntries(Object.keys(tasks).map((task) => [task, []]));
}

function nameOf({ subject, at }: Contender): string {
  return at === undefined ? subject : `${subject}, ${at.toLocaleString('en')}`;
}

/** Sends a load to the process `pid`, and measures its responses per second and the CPU time of each. */
export async function loadSample(bench: Bench, pid: number, load: Load) {
  const before = cpuMs(pid);
  const loaded = await bench.load(load);
  const { responses, ms, p50Ms, p99Ms } = loaded;
  const sample = {
    perSecond: responses / (ms / 1000),
    cpuMs: (cpuMs(pid) - before) / responses,
    p50Ms,
    p99Ms,
  };
  return { sample, loaded };
}

/** Runs a loop script, and measures its work per second and the CPU time of each. */
export async function loopSample(
  { pid, run }: Script<object, LoopJob, LoopResult>,
  job: LoopJob,
): Promise<Sample> {
  const before = cpuMs(pid);
  const { count, ms } = await run(job);
  return { perSecond: count / (ms / 1000), cpuMs: (cpuMs(pid) - before) / count };
}
