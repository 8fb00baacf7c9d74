import { type Parent, serveParent } from '../bounded/serve-parent.ts';
import { RunStopped } from '../outcome.ts';
import { UsageError } from '../terminal/usage-error.ts';
import type { TaskHost } from './task-host.ts';
import { type FromChild, type TaskName, type ToChild, tasks } from './tasks.ts';
import type { TestProgram } from './test-program.ts';

// The process in which commands read documents and test servers. `startTask` starts it.
const stop = new AbortController();
const early: unknown[] = [];
let hear = (message: unknown): void => void early.push(message);
let answer: (value: string | undefined) => void = () => {};

serveParent((message, parent) => {
  // Only `startTask` sends messages.
  const received = message as ToChild;
  switch (received.type) {
    case 'work':
      return void work(received, parent);
    case 'stop':
      return stop.abort(new RunStopped(received.signal));
    case 'answer':
      return answer(received.value);
    case 'told':
      return hear(received.message);
  }
});

async function work(
  { task, program, input, mayAsk }: Extract<ToChild, { type: 'work' }>,
  parent: Parent,
): Promise<void> {
  const end = (message: FromChild) => parent.end(message);
  const send = (message: FromChild) => parent.send(message);
  const fail = (error: unknown) => end(describe(error));
  process.on('uncaughtException', fail);
  try {
    const host: TaskHost = {
      program: () => load(program),
      prompt: mayAsk ? (name) => ask(name, send) : undefined,
      signal: stop.signal,
      write: (entry) => send({ type: 'entry', entry }),
      tell: (message) => send({ type: 'told', message }),
      onTold: (listener) => {
        hear = listener;
        for (const message of early.splice(0)) listener(message);
      },
    };
    end({ type: 'done', result: await run(task, host, input) });
  } catch (error) {
    fail(error);
  }
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

function ask(name: string, send: (message: FromChild) => void): Promise<string> {
  send({ type: 'ask', name });
  return new Promise((resolve, reject) => {
    answer = (value) =>
      value === undefined ? reject(new UsageError('cancelled at the prompt')) : resolve(value);
  });
}

function describe(error: unknown): FromChild {
  if (error instanceof UsageError) return { type: 'usage', message: error.message };
  if (error instanceof RangeError && /call stack/.test(error.message))
    return { type: 'usage', message: 'the document is nested too deeply' };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { type: 'bug', stack };
}
