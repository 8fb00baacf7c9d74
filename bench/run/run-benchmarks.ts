import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Load, LoadResult } from '../load/load.ts';
import { build, root } from '../processes/build.ts';
import { startScript } from '../processes/start-script.ts';
import { describeMachine, type Measured } from '../report/results.ts';
import type { Bench, Benchmark } from './benchmark.ts';

/** Builds what is measured, then runs one benchmark after the other. It calls `done` after each one. */
export async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  { quick, say }: Pick<Bench, 'quick' | 'say'>,
  done: (benchmark: Benchmark, measured: Measured) => Promise<void>,
): Promise<void> {
  const [load = 0] = loadavg();
  if (load > availableParallelism() / 2)
    say(`the machine is busy (load ${load.toFixed(1)}): the figures will be unreliable`);
  const revision = revisionOfSources();
  const machine = describeMachine();
  say('builds what is measured');
  await build();
  for (const benchmark of benchmarks) {
    const begin = performance.now();
    const bench = await openBench(quick, (text) => say(`${benchmark.name}: ${text}`));
    const series = await benchmark.measure(bench);
    await bench.close();
    const seconds = Math.round((performance.now() - begin) / 1000);
    const measuredAt = new Date().toISOString();
    await done(benchmark, { measuredAt, quick, seconds, series, revision, load, machine });
  }
}

/** The commit, with a `+` where a measured file has uncommitted changes. */
function revisionOfSources(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!bench') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}

async function openBench(quick: boolean, say: (text: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'account-access-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Also after an error or Ctrl-C.
  process.once('exit', remove);
  const closers: (() => Promise<void> | void)[] = [];
  const loading = await startScript<object, Load, LoadResult>('load/load-script');
  const bench: Bench = {
    quick,
    folder,
    say,
    onClose: (close) => void closers.unshift(close),
    load: (load) => loading.run(load),
    start: async (name, options) => {
      const script = await startScript(name, options);
      bench.onClose(script.stop);
      return script as never;
    },
  };
  bench.onClose(loading.stop);
  const close = async () => {
    for (const closer of closers) await closer();
    process.off('exit', remove);
    remove();
  };
  return { ...bench, close };
}
