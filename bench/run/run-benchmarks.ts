import { execFileSync } from 'node:child_process';
import { build, removeScripts, root } from '../processes/build.ts';
import type { Measured } from '../report/results.ts';
import type { Benchmark } from './benchmark.ts';
import { describeMachine } from './machine.ts';
import { openBench } from './open-bench.ts';

/** Builds what is measured, and measures one benchmark after the other. `done` is told of each as soon as it is over. */
export async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  { quick, say }: { readonly quick: boolean; readonly say: (text: string) => void },
  done: (benchmark: Benchmark, measured: Measured) => Promise<void>,
): Promise<void> {
  say('builds what is measured');
  await build();
  try {
    for (const benchmark of benchmarks)
      await done(
        benchmark,
        await runBenchmark(benchmark, quick, (text) => say(`${benchmark.name}: ${text}`)),
      );
  } finally {
    await removeScripts();
  }
}

async function runBenchmark(
  benchmark: Benchmark,
  quick: boolean,
  say: (text: string) => void,
): Promise<Measured> {
  const begin = performance.now();
  const bench = await openBench(quick, say);
  try {
    const machine = describeMachine(bench.folder);
    const series = await benchmark.measure(bench);
    const seconds = Math.round((performance.now() - begin) / 1000);
    return { measuredAt: new Date().toISOString(), revision: revision(), quick, seconds, machine, series };
  } finally {
    await bench.close();
  }
}

/** With a `+` where something has not been committed. */
function revision(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!bench') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}
