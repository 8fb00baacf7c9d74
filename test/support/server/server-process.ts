import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { startProgram } from '../command/child-process.ts';
import type { DatabasePlace } from './database.ts';

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

/** Starts a service in its own process, which ends with the test. */
export async function startServerProcess({ database, keyFile }: DatabasePlace) {
  const script = fileURLToPath(new URL('server-process-script.ts', import.meta.url));
  const child = startProgram([process.execPath, '--import', 'tsx', script, database, keyFile]);
  onTestFinished(child.end);
  const { url, internal, credential } = JSON.parse(await child.says(/\{.*\}(?=\n)/));
  return {
    process: child.process,
    port: Number(new URL(url).port),
    internal: { url: internal, credential },
  };
}
