import { type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { builtFolder, ownProcessGroup, trackChild } from './build.ts';

/** A script of the benchmarks in its own process. */
export interface Script<Info, Job = never, Result = never> {
  readonly pid: number;
  /** What it reported when it was ready. */
  readonly info: Info;
  /** Runs one job at a time. */
  run(job: Job): Promise<Result>;
  stop(): Promise<void>;
}

type Message<Info, Result> = { info: Info } | { result: Result } | { failure: string };

/** Starts `bench/<name>.ts` as it was built. @throws when it ends before it is ready */
export async function startScript<Info, Job = never, Result = never>(
  name: string,
  options: object = {},
): Promise<Script<Info, Job, Result>> {
  const forking: ForkOptions = {
    ...ownProcessGroup,
    // Without the options of this process, which runs TypeScript.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  };
  const child = trackChild(
    fork(join(builtFolder, `${name}.js`), [JSON.stringify(options)], forking),
  );
  const exit = once(child, 'exit');
  const ended = exit.then(() => {
    throw new Error(`${name} has ended`);
  });
  ended.catch(() => {});
  const nextMessage = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    // Only ./child.ts sends messages.
    return message as Message<Info, Result>;
  };

  const first = await nextMessage();
  if (!('info' in first) || child.pid === undefined) throw new Error(`${name} was not ready`);
  return {
    pid: child.pid,
    info: first.info,
    async run(job) {
      const received = nextMessage();
      child.send(job as object);
      const message = await received;
      if ('failure' in message) throw new Error(`${name}: ${message.failure}`);
      if (!('result' in message)) throw new Error(`${name} returned no result`);
      return message.result;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exit;
    },
  };
}
