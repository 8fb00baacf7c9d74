import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(
  new URL('../../../bench/node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url),
);

export interface Prism {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Prism with a document on a free port, and waits until it listens. */
export async function startPrism(document: string): Promise<Prism> {
  const args = [command, 'mock', '-h', '127.0.0.1', '-p', '0', document];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  // It also writes a line per request. Unread lines would block it.
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string | undefined>((resolve) => {
    lines.on('line', (line) => {
      const [, found] = /listening on (http:\/\/[\d.:]+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    ended.then(() => resolve(undefined));
  });
  if (url === undefined) throw new Error(`Prism did not start to listen with ${document}`);
  return { url, stop };
}
