import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ownProcessGroup, trackChild } from '../../processes/build.ts';
import type { DescribedServer } from './server-description.ts';

export interface StartedServer {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

// A large server on a busy machine takes its time.
const startMs = 180_000;

/** Starts a server in a fresh state. @throws when it prints no URL in three minutes */
export async function startServer({ folder, start }: DescribedServer): Promise<StartedServer> {
  const [program = '', ...args] = start;
  const child = trackChild(
    spawn(program, args, {
      ...ownProcessGroup,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    return { url: await firstUrl(child.stdout, ended), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function firstUrl(output: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<string> {
  const late = AbortSignal.timeout(startMs);
  const lines = createInterface({ input: output });
  const found = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const [url] = /http:\/\/[^\s"]+/.exec(line) ?? [];
      if (url !== undefined) resolve(url.replace(/\/$/, ''));
    });
  });
  const failed = async (reason: Promise<unknown>, text: string): Promise<never> => {
    await reason;
    throw new Error(text);
  };
  return Promise.race([
    found,
    failed(ended, 'the server ended before it printed its URL'),
    failed(once(late, 'abort'), 'the server printed no URL in three minutes'),
  ]);
}
