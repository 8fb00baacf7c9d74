import { extname, join } from 'node:path';
import { type Child, type ChildEnd, startChild } from '../bounded/supervise.ts';
import type { Entry } from '../report/entry.ts';
import { ask } from '../terminal/ask.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import type { FromChild, InputOf, ResultOf, TaskName, ToChild } from './tasks.ts';
import type { TestProgram } from './test-program.ts';

export interface Task<Result> {
  /** Asks the task to end, as the signal would. */
  stop(signal: string): void;
  /** Sends data to the task. */
  tell(message: object): void;
  kill(): void;
  /** Ends the process if it has said nothing for so long. */
  killIfSilent(seconds: number): void;
  /** How its process ended, and what it returned if it did. @throws UsageError as the task did. */
  readonly ended: Promise<Ended<Result>>;
}

interface Ended<Result> {
  readonly how: ChildEnd;
  readonly result?: Result;
  /** What it was doing, if it did not end by itself. */
  readonly work?: string | undefined;
}

interface TaskSettings {
  readonly heapMb: number;
  readonly onEntry?: (entry: Entry) => void;
  /** Receives the messages of the task. */
  readonly onTold?: (message: unknown) => void;
  /** Called when the task begins to wait for the user, and when it goes on. */
  readonly onPrompt?: (isWaiting: boolean) => void;
}

/** Runs a task in a process of its own. */
export function startTask<Name extends TaskName>(
  task: Name,
  input: InputOf<Name>,
  program: Pick<TestProgram, 'module'> | undefined,
  terminal: Terminal,
  { heapMb, onEntry, onTold, onPrompt }: TaskSettings,
): Task<ResultOf<Name>> {
  let last: FromChild | undefined;
  const receive = async (message: FromChild): Promise<void> => {
    if (message.type === 'entry') return onEntry?.(message.entry);
    if (message.type === 'told') return onTold?.(message.message);
    if (message.type !== 'ask') {
      last = message;
      return;
    }
    onPrompt?.(true);
    const value = await ask(terminal, message.name);
    onPrompt?.(false);
    send(child, { type: 'answer', value });
  };
  const { stdout, stderr } = terminal;
  const child = (terminal.startChild ?? startChild)({
    file,
    heapMb,
    stdout,
    stderr,
    // Only `child.ts` sends messages.
    onMessage: (message) => void receive(message as FromChild),
  });
  const mayAsk = terminal.mayAsk();
  send(child, { type: 'work', task, program: program?.module, input, mayAsk });

  return {
    stop: (signal) => send(child, { type: 'stop', signal }),
    tell: (message) => send(child, { type: 'told', message }),
    kill: child.kill,
    killIfSilent: (seconds) => {
      if ((child.silentSeconds() ?? 0) >= seconds) child.kill();
    },
    ended: child.ended.then((how) => {
      if (last?.type === 'usage') throw new UsageError(last.message);
      if (last?.type === 'bug') throw Object.assign(new Error('in a child process'), last);
      // The task of this name has returned it.
      return last?.type === 'done'
        ? { how, result: last.result as ResultOf<Name> }
        : { how, work: child.lastWork() };
    }),
  };
}

const file = join(import.meta.dirname, `child${extname(import.meta.filename)}`);

function send(child: Child, message: ToChild): void {
  child.send(message);
}

const heapMb = 800;
const mostMs = 300_000;

/**
 * Runs a task that only reads documents, and returns its result.
 * @throws UsageError if a document cannot be used, or the task does not end.
 */
export async function readInChild<Name extends TaskName>(
  task: Name,
  input: InputOf<Name>,
  program: Pick<TestProgram, 'module'> | undefined,
  terminal: Terminal,
): Promise<ResultOf<Name>> {
  const { ended, kill } = startTask(task, input, program, terminal, { heapMb });
  const timer = setTimeout(kill, mostMs);
  try {
    const { how, result, work } = await ended;
    if (result === undefined)
      throw new UsageError(work === undefined ? reasons[how] : `${reasons[how]}: ${work}`);
    return result;
  } finally {
    // A timer would keep this process running.
    clearTimeout(timer);
  }
}

const reasons: Readonly<Record<ChildEnd, string>> = {
  ended: 'the process that read the document ended too early',
  killed: `the document could not be read in ${mostMs / 1000} s`,
  silent: 'the document could not be read: the work on it did not end',
  memory: 'the document could not be read: it needs too much memory',
};
