import type { Load, LoadResult } from '../load/load.ts';
import { cpuMs } from '../processes/cpu.ts';
import type { Script } from '../processes/start-script.ts';
import type { LoopJob, LoopResult } from '../subjects/loop.ts';
import type { Bench } from './bench.ts';
import type { Sample } from './series.ts';

/** Sends a load to the process `pid`, and measures its responses per second and the CPU time of each. */
export async function loadSample(
  bench: Bench,
  pid: number,
  load: Load,
): Promise<{ readonly sample: Sample; readonly loaded: LoadResult }> {
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
