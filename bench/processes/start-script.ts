import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { builtFolder } from './build.ts';
import { apart, keepTrack } from './children.ts';

/** A script of the benchmarks in a process of its own. */
export interface Script<Info, Question = never, Answer = never> {
  readonly pid: number;
  /** What it said when it was ready. */
  readonly info: Info;
  /** One question at a time. */
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

type Message<Info, Answer> = { info: Info } | { answer: Answer } | { failure: string };

/** Starts `bench/<name>.ts` as it was built. @throws when it ends before it is ready */
export async function startScript<Info, Question = never, Answer = never>(
  name: string,
  options: object = {},
): Promise<Script<Info, Question, Answer>> {
  const forking: ForkOptions = {
    ...apart,
    // Without the options of this process, which runs what is not built.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  };
  const child = keepTrack(fork(join(builtFolder, `${name}.js`), [JSON.stringify(options)], forking));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} has ended`);
  });
  ended.catch(() => {});
  const hear = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    // Written by ./child.ts alone.
    return message as Message<Info, Answer>;
  };

  const first = await hear();
  if (!('info' in first) || child.pid === undefined) throw new Error(`${name} was not ready`);
  return {
    pid: child.pid,
    info: first.info,
    async ask(question) {
      const heard = hear();
      child.send(question as object);
      const message = await heard;
      if ('failure' in message) throw new Error(`${name}: ${message.failure}`);
      if (!('answer' in message)) throw new Error(`${name} gave no answer`);
      return message.answer;
    },
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await ended;
}
