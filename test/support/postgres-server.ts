import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const keeper = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url));

/** A PostgreSQL server of our own. It has a database `migrated`, which is a template for others. */
export interface PostgresServer {
  /** Of the server, without a database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts one; answers with the reason where none can run. `durable`: it waits for the disk, as a real one does. */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer | string> {
  const args = ['--import', 'tsx', keeper, ...(durable ? ['--durable'] : [])];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const answer = await firstLine(child);
  if (answer === undefined) return 'it ended without a word';
  const { url, reason } = JSON.parse(answer) as { url?: string; reason?: string };
  if (url === undefined) return reason ?? 'it gave no reason';
  return { url, stop: () => stop(child) };
}

async function firstLine(child: ChildProcess): Promise<string | undefined> {
  if (child.stdout === null) return undefined;
  for await (const line of createInterface({ input: child.stdout })) return line;
  return undefined;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}
