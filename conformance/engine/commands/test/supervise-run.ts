import type { ChildEnd } from '../../bounded/supervise.ts';
import type { Entry } from '../../report/entry.ts';
import { fold } from '../../report/fold.ts';
import { notGone } from '../../report/made.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { startTask } from '../start-task.ts';
import type { TestProgram } from '../test-program.ts';
import { startCountdown } from './countdown.ts';
import type { TestInput } from './perform-test.ts';

// A run with a server keeps no document of others in memory for long, and its largest response is bounded.
const heapMb = 400;

// After its time, a run cleans up for 4 s. One that has not ended after these milliseconds will not end by itself.
const endingMs = 7_000;
// For what such a run could not delete: it is over before 10 s have passed.
const cleanUpMs = 2_000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the checks in a child process, and ends it when it does not end by itself. `entries` gets the journal. */
export async function superviseRun(
  program: TestProgram,
  terminal: Terminal,
  input: TestInput,
  entries: Entry[],
  onEntry: (entry: Entry) => void,
): Promise<void> {
  const start = performance.now();
  let stoppedBy: string | undefined;
  const write = (entry: Entry) => {
    entries.push(entry);
    onEntry(entry);
  };
  const task = startTask('test', input, program, terminal, {
    heapMb,
    onEntry: write,
    onPrompt: (isWaiting) => (isWaiting ? countdown.pause() : countdown.resume()),
  });
  const countdown = startCountdown(input.options.maxTime * 1000 + endingMs, task.kill);
  const onSignal = (signal: string) => {
    stoppedBy = signal;
    task.stop(signal);
    countdown.endIn(endingMs);
  };
  // A second signal ends this process at once, and then the child ends too.
  for (const signal of signals) process.once(signal, onSignal);
  try {
    const { how } = await task.ended;
    if (entries.some(({ type }) => type === 'ended')) return;
    const reason = stoppedBy === undefined ? reasons[how] : stoppedReason(stoppedBy);
    write({ type: 'killed', reason, durationMs: performance.now() - start });
    await cleanUpAfter(program, terminal, input, entries, write);
  } finally {
    countdown.stop();
    for (const signal of signals) process.off(signal, onSignal);
  }
}

const reasons: Readonly<Record<ChildEnd, string>> = {
  ended: 'the process of the run ended too early',
  killed: 'the time was up (--max-time), and the run did not end by itself',
  silent: 'the run was busy for 30 s without an end',
  memory: 'the run needed too much memory',
};

const stoppedReason = (signal: string) => `the run was stopped (${signal})`;

/** Deletes in another process what the run made, and could not delete. */
async function cleanUpAfter(
  program: TestProgram,
  terminal: Terminal,
  { options }: TestInput,
  entries: readonly Entry[],
  write: (entry: Entry) => void,
): Promise<void> {
  const made = notGone(entries).flatMap(({ undo, ...one }) => (undo ? [{ ...one, undo }] : []));
  if (made.length === 0) return;
  const baseUrl = fold(entries).target;
  const task = startTask('clean-up', { baseUrl, options, made }, program, terminal, {
    heapMb,
    onEntry: write,
  });
  const countdown = startCountdown(cleanUpMs, task.kill);
  await task.ended.finally(countdown.stop);
}
