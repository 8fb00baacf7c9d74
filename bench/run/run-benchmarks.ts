import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { build, removeScripts, root } from '../processes/build.ts';
import type { Measured } from '../report/results.ts';
import type { Benchmark } from './benchmark.ts';
import { describeMachine, isBusy } from './machine.ts';
import { openBench } from './open-bench.ts';

/** Builds what is measured, and measures one benchmark after the other. `done` is told of each as soon as it is over. */
export async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  { quick, say }: { readonly quick: boolean; readonly say: (text: string) => void },
  done: (benchmark: Benchmark, measured: Measured) => Promise<void>,
): Promise<void> {
  const [load = 0] = loadavg();
  if (isBusy(load)) say(`the machine has other work (load ${load.toFixed(1)}): figures will say little`);
  const revision = revisionOfSources();
  const machine = describeMachine();
  say('builds what is measured');
  await build();
  try {
    for (const benchmark of benchmarks) {
      const telling = (text: string) => say(`${benchmark.name}: ${text}`);
      const found = await runBenchmark(benchmark, quick, telling);
      await done(benchmark, { ...found, revision, load, machine });
    }
  } finally {
    await removeScripts();
  }
}

async function runBenchmark(
  benchmark: Benchmark,
  quick: boolean,
  say: (text: string) => void,
): Promise<Pick<Measured, 'measuredAt' | 'quick' | 'seconds' | 'series'>> {
  const begin = performance.now();
  const bench = await openBench(quick, say);
  const interrupted = async () => {
    await bench.close();
    await removeScripts();
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  try {
    const series = await benchmark.measure(bench);
    const seconds = Math.round((performance.now() - begin) / 1000);
    return { measuredAt: new Date().toISOString(), quick, seconds, series };
  } finally {
    process.off('SIGINT', interrupted);
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
