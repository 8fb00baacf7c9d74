import type { Parent } from '../bounded/serve-parent.ts';
import { RunStopped } from '../outcome.ts';
import { UsageError } from '../terminal/usage-error.ts';
import type { TaskHost } from './task-host.ts';
import { type FromChild, type TaskName, type ToChild, tasks } from './tasks.ts';
import type { TestProgram } from './test-program.ts';

/** Performs the task that a parent sends, and sends back what comes of it. */
export function createWorker(parent: Parent) {
  const stop = new AbortController();
  const early: unknown[] = [];
  let hear = (message: unknown): void => void early.push(message);
  let answer: (value: string | undefined) => void = () => {};
  const send = (message: FromChild) => parent.send(message);
  const fail = (error: unknown) => parent.end(describe(error));

  const ask = (name: string): Promise<string> => {
    send({ type: 'ask', name });
    return new Promise((resolve, reject) => {
      answer = (value) =>
        value === undefined ? reject(new UsageError('cancelled at the prompt')) : resolve(value);
    });
  };
  const work = async ({ task, program, input, mayAsk }: Extract<ToChild, { type: 'work' }>) => {
    const host: TaskHost = {
      program: () => load(program),
      prompt: mayAsk ? ask : undefined,
      signal: stop.signal,
      write: (entry) => send({ type: 'entry', entry }),
      tell: (message) => send({ type: 'told', message }),
      onTold: (listener) => {
        hear = listener;
        for (const message of early.splice(0)) listener(message);
      },
    };
    try {
      const done: FromChild = { type: 'done', result: await run(task, host, input) };
      parent.end(done);
    } catch (error) {
      fail(error);
    }
  };

  return {
    /** Ends with the error. */
    fail,
    receive: (message: ToChild): void => {
      if (message.type === 'work') void work(message);
      else if (message.type === 'stop') stop.abort(new RunStopped(message.signal));
      else if (message.type === 'answer') answer(message.value);
      else hear(message.message);
    },
  };
}

function run(task: TaskName, host: TaskHost, input: unknown): Promise<unknown> {
  // `startTask` sends the input that the task has in its type.
  const perform = tasks[task] as (host: TaskHost, input: unknown) => Promise<unknown>;
  return perform(host, input);
}

/** Its functions cannot be sent, so the child loads the program itself. */
async function load(module: string | undefined): Promise<TestProgram> {
  if (module === undefined) throw new Error('this task has no program');
  return (await import(module)).testProgram;
}

function describe(error: unknown): FromChild {
  if (error instanceof UsageError) return { type: 'usage', message: error.message };
  if (error instanceof RangeError && /call stack/.test(error.message))
    return { type: 'usage', message: 'the document is nested too deeply' };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { type: 'bug', stack };
}
