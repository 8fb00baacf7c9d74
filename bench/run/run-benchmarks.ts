import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { build, removeScripts, root } from '../processes/build.ts';
import { killChildren } from '../processes/children.ts';
import type { Measured } from '../report/results.ts';
import type { Benchmark } from './benchmark.ts';
import { unlessInterrupted } from './interrupt.ts';
import { describeMachine, isBusy } from './machine.ts';
import { openBench } from './open-bench.ts';

export interface Run {
  readonly quick: boolean;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Builds what is measured, then runs one benchmark after the other. It calls `done` after each one that was not interrupted.
 * @throws the reason of the signal, after every process that it started has ended
 */
export async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  run: Run,
  done: (benchmark: Benchmark, measured: Measured) => Promise<void>,
): Promise<void> {
  const { say, signal } = run;
  const [load = 0] = loadavg();
  if (isBusy(load)) say(`the machine is busy (load ${load.toFixed(1)}): the figures will be unreliable`);
  const revision = revisionOfSources();
  const machine = describeMachine();
  say('builds what is measured');
  try {
    await unlessInterrupted(signal, build());
    for (const benchmark of benchmarks) {
      const sayWithName = (text: string) => say(`${benchmark.name}: ${text}`);
      const found = await runBenchmark(benchmark, { ...run, say: sayWithName });
      await done(benchmark, { ...found, revision, load, machine });
    }
  } finally {
    if (signal.aborted) killChildren();
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
    if (signal.aborted) killChildren();
    await bench.close();
  }
}

/** The commit, with a `+` where a measured file has uncommitted changes. */
function revisionOfSources(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!bench') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}
