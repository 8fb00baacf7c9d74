import type { ChildEnd } from '../bounded/supervise.ts';
import type { Entry } from '../report/entry.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { startTask, type Task } from './start-task.ts';
import type { InputOf, ResultOf, TaskName } from './tasks.ts';
import type { CleanUpInput } from './test/clean-up.ts';
import { startCountdown } from './test/countdown.ts';
import type { TestProgram } from './test-program.ts';

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

interface Supervision {
  readonly maxTimeMs: number;
  readonly onEntry?: (entry: Entry) => void;
  readonly onTold?: (message: unknown) => void;
}

/** How a task with servers ended. */
export interface SupervisedEnd<Result> {
  readonly result: Result | undefined;
  /** Why its process was ended, if it did not end by itself. */
  readonly reason: string;
  /** What it was doing then. */
  readonly work: string | undefined;
  /** How long what it left may be deleted. */
  readonly cleanUpMs: number;
}

/** Runs a task that sends requests to servers in a child process, and ends it when it does not end by itself. */
export async function superviseTask<Name extends TaskName>(
  name: Name,
  input: InputOf<Name>,
  program: TestProgram,
  terminal: Terminal,
  { maxTimeMs, ...listeners }: Supervision,
): Promise<SupervisedEnd<ResultOf<Name>>> {
  let stoppedBy: string | undefined;
  const task = startTask(name, input, program, terminal, {
    heapMb,
    ...listeners,
    onPrompt: (isWaiting) => (isWaiting ? time.pause() : time.resume()),
  });
  const time = startTime(maxTimeMs, task);
  const onSignal = (signal: string) => {
    stoppedBy = signal;
    task.stop(signal);
    time.endNow();
  };
  // A second signal ends this process at once, and then the child ends too.
  for (const signal of signals) process.once(signal, onSignal);
  try {
    const { how, work, result } = await task.ended;
    const reason = stoppedBy === undefined ? reasons[how] : `the run was stopped (${stoppedBy})`;
    const cleanUpMs = Math.min(time.remaining() + after.cleanedUpMs, mostCleanUpMs);
    return { result, reason, work, cleanUpMs };
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

/** Deletes in another process what a run made, and could not delete. */
export async function cleanUpInChild(
  program: TestProgram,
  terminal: Terminal,
  input: CleanUpInput,
  ms: number,
  onEntry: (entry: Entry) => void,
): Promise<void> {
  if (input.made.length === 0) return;
  const task = startTask('clean-up', input, program, terminal, { heapMb, onEntry });
  const countdown = startCountdown(ms, task.kill);
  await task.ended.finally(countdown.stop);
}
