import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface StartedCommand {
  /** Without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** `account-access` as a process of its own, once it has said where it listens. */
export async function startCommand(args: readonly string[]): Promise<StartedCommand> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/account-access.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk;
      // Whole: what follows its last digit has come too.
      const [url] = /http:\/\/127\.0\.0\.1:\d+(?=\D)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    ended.then(() => reject(new Error(`account-access ${args[0]} has ended: ${said}`)), reject);
  });
  return {
    url,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
