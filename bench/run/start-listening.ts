import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A server in its own process. */
export interface Listening {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Runs a script that listens on the given port, and waits for its first response. It calls `started` with the process before
 * that. @throws when there is none in time.
 */
export async function startListening(
  command: (port: number) => readonly string[],
  options: SpawnOptions = {},
  started: (child: ChildProcess) => void = () => {},
): Promise<Listening> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, command(port), { ...options, stdio: 'ignore' });
  started(child);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    try {
      await fetch(url);
      if (child.pid !== undefined) return { url, pid: child.pid, stop };
    } catch {
      await pause(50);
    }
  }
  await stop();
  throw new Error(`${command(port).join(' ')} did not start to respond`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
