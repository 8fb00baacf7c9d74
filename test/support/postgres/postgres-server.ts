import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const keeper = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url));

/** One PostgreSQL server for all tests of the project `postgres`. */
// biome-ignore lint/style/noDefaultExport: vitest calls the default export.
export default async function setup(project: TestProject) {
  const server = await startPostgres();
  if (typeof server === 'string') {
    const message = `PostgreSQL cannot start here, so its tests are SKIPPED: ${server}`;
    if (process.env.CI === 'true') throw new Error(message);
    process.stderr.write(`\n${'!'.repeat(100)}\n${message}\n${'!'.repeat(100)}\n\n`);
    project.provide('postgres', '');
    return () => {};
  }
  project.provide('postgres', server.url);
  return () => server.stop();
}

/** Starts a server, or returns the reason why none can run. With `durable` it waits for the disk, as in production. */
export async function startPostgres({ durable = false } = {}) {
  const args = ['--import', 'tsx', keeper, ...(durable ? ['--durable'] : [])];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const line = await firstLine(child);
  if (line === undefined) return 'it ended without any output';
  const { url, reason } = JSON.parse(line) as { url?: string; reason?: string };
  return url === undefined ? (reason ?? 'it reported no reason') : { url, stop: () => stop(child) };
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
