import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ChildOptions } from '../command/child-process.ts';
import type { Internal } from '../http/internal-listener.ts';
import type { Listening } from '../http/send-request.ts';
import type { DatabasePaths } from './database.ts';

/** A service in its own process, which ends with the test. */
export interface ServerProcess extends Listening {
  readonly process: ChildProcess;
  readonly internal: Internal;
}

export async function startServerProcess(
  { database, secrets }: DatabasePaths,
  { runBy = [] }: Pick<ChildOptions, 'runBy'> = {},
): Promise<ServerProcess> {
  const script = fileURLToPath(new URL('server-process-script.ts', import.meta.url));
  const [program = process.execPath, ...before] = [...runBy, process.execPath];
  const child = spawn(program, [...before, '--import', 'tsx', script, database, secrets], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  const died = once(child, 'close').then(() => {
    throw new Error('the service ended before it listened');
  });
  // The end of the test kills it, which is no error.
  died.catch(() => {});
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), died]);
  const { url, internal, credential } = JSON.parse(String(line));
  return {
    process: child,
    port: Number(new URL(url).port),
    internal: { port: Number(new URL(internal).port), credential },
  };
}
