import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Load, LoadResult } from '../load/load.ts';
import { build, killChildren, removeScripts, root } from '../processes/build.ts';
import { startScript } from '../processes/start-script.ts';
import { describeMachine, isBusy, type Measured } from '../report/results.ts';
import type { Bench, Benchmark } from './benchmark.ts';

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

interface OpenBench extends Bench {
  close(): Promise<void>;
}

async function openBench(quick: boolean, say: (text: string) => void): Promise<OpenBench> {
  const folder = await mkdtemp(join(tmpdir(), 'account-access-bench-'));
  const closers: (() => Promise<void> | void)[] = [() => rm(folder, { recursive: true, force: true })];
  const onClose = (close: () => Promise<void> | void) => {
    closers.unshift(close);
  };
  const closeAll = async () => {
    for (const close of closers) await close();
  };
  // The interruption and the interrupted benchmark both close it.
  let closed: Promise<void> | undefined;
  const loading = await startScript<object, Load, LoadResult>('load/load-script');
  onClose(loading.stop);
  return {
    quick,
    folder,
    say,
    onClose,
    load: (load) => loading.run(load),
    start: async (name, options) => {
      const script = await startScript(name, options);
      onClose(script.stop);
      return script as never;
    },
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}

/** A signal that ends the command, such as Ctrl-C, with the exit code that shells expect. */
class Interruption extends Error {
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Returns a signal that is aborted with an `Interruption` when the command must end. */
export function listenForInterruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => controller.abort(new Interruption(signal)));
  return controller.signal;
}

/** Waits for the work, or for an interruption. @throws Interruption */
async function unlessInterrupted<Found>(signal: AbortSignal, work: Promise<Found>): Promise<Found> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, interrupted]);
}

/**
 * The interruption that caused a failure, if any. It waits for one, because Node reports the end of a process before a signal
 * that arrived at the same time.
 */
export async function findInterruption(signal: AbortSignal): Promise<Interruption | undefined> {
  await new Promise((resolve) => setImmediate(resolve));
  return signal.reason;
}
