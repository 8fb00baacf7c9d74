import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { build, removeScripts, root } from '../processes/build.ts';
import { endChildren } from '../processes/children.ts';
import type { Measured } from '../report/results.ts';
import type { Benchmark } from './benchmark.ts';
import { unlessInterrupted } from './interruption.ts';
import { describeMachine, isBusy } from './machine.ts';
import { openBench } from './open-bench.ts';

export interface Run {
  readonly quick: boolean;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Builds what is measured, and measures one benchmark after the other. `done` is told of each as soon as it is over, and
 * never of one that was interrupted. @throws the reason of the signal, when all that was started has ended
 */
export async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  run: Run,
  done: (benchmark: Benchmark, measured: Measured) => Promise<void>,
): Promise<void> {
  const { say, signal } = run;
  const [load = 0] = loadavg();
  if (isBusy(load)) say(`the machine has other work (load ${load.toFixed(1)}): figures will say little`);
  const revision = revisionOfSources();
  const machine = describeMachine();
  say('builds what is measured');
  try {
    await unlessInterrupted(signal, build());
    for (const benchmark of benchmarks) {
      const telling = (text: string) => say(`${benchmark.name}: ${text}`);
      const found = await runBenchmark(benchmark, { ...run, say: telling });
      await done(benchmark, { ...found, revision, load, machine });
    }
  } finally {
    if (signal.aborted) endChildren();
    await removeScripts();
  }
}

async function runBenchmark(
  benchmark: Benchmark,
  { quick, say, signal }: Run,
): Promise<Pick<Measured, 'measuredAt' | 'quick' | 'seconds' | 'series'>> {
  signal.throwIfAborted();
  const begin = performance.now();
  const bench = await openBench(quick, say);
  try {
    const series = await unlessInterrupted(signal, benchmark.measure(bench));
    const seconds = Math.round((performance.now() - begin) / 1000);
    return { measuredAt: new Date().toISOString(), quick, seconds, series };
  } finally {
    if (signal.aborted) endChildren();
    await bench.close();
  }
}

/** With a `+` where something that is measured has not been committed. */
function revisionOfSources(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!bench') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}
