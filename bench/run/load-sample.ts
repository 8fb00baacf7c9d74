import type { Load, Loaded } from '../load/load.ts';
import { cpuMs } from '../processes/cpu.ts';
import type { Bench } from './bench.ts';
import type { Sample } from './series.ts';

/** Puts a load on the process `pid`, and says how fast it answered and what an answer cost it of a processor. */
export async function loadSample(
  bench: Bench,
  pid: number,
  load: Load,
): Promise<{ readonly sample: Sample; readonly loaded: Loaded }> {
  const before = cpuMs(pid);
  const loaded = await bench.load(load);
  const { answers, ms, p50Ms, p99Ms } = loaded;
  const sample = {
    perSecond: answers / (ms / 1000),
    cpuMs: (cpuMs(pid) - before) / answers,
    p50Ms,
    p99Ms,
  };
  return { sample, loaded };
}
