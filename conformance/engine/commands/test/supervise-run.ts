import type { ChildEnd } from '../../bounded/supervise.ts';
import type { Entry } from '../../report/entry.ts';
import { fold } from '../../report/fold.ts';
import { notGone } from '../../report/made.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { startTask, type Task } from '../start-task.ts';
import type { TestProgram } from '../test-program.ts';
import { startCountdown } from './countdown.ts';
import type { TestInput } from './perform-test.ts';

// A run with a server keeps no document of others in memory for long, and its largest response is bounded.
const heapMb = 400;

/** After the time of a run. Its reports are written before 10 s have passed. */
const after = {
  /** A run that says nothing for as long will not end by itself. */
  silentMs: 3_000,
  /** It cleans up for 4 s. One that has not ended then does not end. */
  endedMs: 7_000,
  /** What it could not delete is deleted by then. */
  cleanedUpMs: 9_000,
};
const mostCleanUpMs = 30_000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the checks in a child process, and ends it when it does not end by itself. `write` adds to the entries of the journal. */
export async function superviseRun(
  program: TestProgram,
  terminal: Terminal,
  input: TestInput,
  entries: readonly Entry[],
  write: (entry: Entry) => void,
): Promise<void> {
  const start = performance.now();
  let stoppedBy: string | undefined;
  const task = startTask('test', input, program, terminal, {
    heapMb,
    onEntry: write,
    onPrompt: (isWaiting) => (isWaiting ? time.pause() : time.resume()),
  });
  const time = startTime(input.options.maxTime * 1000, task);
  const onSignal = (signal: string) => {
    stoppedBy = signal;
    task.stop(signal);
    time.endNow();
  };
  // A second signal ends this process at once, and then the child ends too.
  for (const signal of signals) process.once(signal, onSignal);
  try {
    const { how, work } = await task.ended;
    if (entries.some(({ type }) => type === 'ended')) return;
    const reason = stoppedBy === undefined ? reasons[how] : stoppedReason(stoppedBy);
    write({ type: 'killed', reason, work, durationMs: performance.now() - start });
    const cleanUpMs = Math.min(time.remaining() + after.cleanedUpMs, mostCleanUpMs);
    await cleanUpAfter(program, terminal, input, entries, write, cleanUpMs);
  } finally {
    time.stop();
    for (const signal of signals) process.off(signal, onSignal);
  }
}

/** The time of a run, after which its process is ended, unless it ends by itself. */
function startTime(ms: number, task: Pick<Task<unknown>, 'kill' | 'killIfSilent'>) {
  const clocks = [
    startCountdown(ms + after.silentMs, () => task.killIfSilent(after.silentMs / 1000)),
    startCountdown(ms + after.endedMs, task.kill),
  ] as const;
  const [silent, ended] = clocks;
  return {
    pause: () => {
      for (const clock of clocks) clock.pause();
    },
    resume: () => {
      for (const clock of clocks) clock.resume();
    },
    stop: () => {
      for (const clock of clocks) clock.stop();
    },
    endNow: () => {
      silent.endIn(after.silentMs);
      ended.endIn(after.endedMs);
    },
    /** Milliseconds until the time is up. Negative after that. */
    remaining: () => ended.remaining() - after.endedMs,
  };
}

const reasons: Readonly<Record<ChildEnd, string>> = {
  ended: 'the process of the run ended too early',
  killed: 'the time was up (--max-time), and the run did not end by itself',
  silent: 'the run was busy for 30 s without an end',
  memory: 'the run needed too much memory, or its process was killed',
};

const stoppedReason = (signal: string) => `the run was stopped (${signal})`;

/** Deletes in another process what the run made, and could not delete. */
async function cleanUpAfter(
  program: TestProgram,
  terminal: Terminal,
  { options }: TestInput,
  entries: readonly Entry[],
  write: (entry: Entry) => void,
  ms: number,
): Promise<void> {
  const made = notGone(entries).flatMap(({ undo, ...one }) => (undo ? [{ ...one, undo }] : []));
  if (made.length === 0) return;
  const baseUrl = fold(entries).target;
  const task = startTask('clean-up', { baseUrl, options, made }, program, terminal, {
    heapMb,
    onEntry: write,
  });
  const countdown = startCountdown(ms, task.kill);
  await task.ended.finally(countdown.stop);
}
