import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ownProcessGroup, root, trackChild } from './build.ts';

/** The script that Node runs for `account-access` as built, and for Prism. */
export const programs = {
  ours: join(root, 'dist', 'bin', 'account-access.js'),
  prism: join(root, 'bench/node_modules/@stoplight/prism-cli/dist/index.js'),
} as const;

/** What a command took until it was ready, or until it ended. */
export interface Cost {
  readonly ms: number;
  /** CPU time. */
  readonly cpuMs: number;
}

/** A command that keeps running. */
interface Running {
  readonly pid: number;
  /** The address that it printed. */
  readonly url: string;
  /** Until it printed the address. */
  readonly cost: Cost & { readonly memoryMb: number };
  stop(): Promise<void>;
}

/** Runs a script that starts a server, and waits until it has printed its address. */
export async function startCommand(args: readonly string[]): Promise<Running> {
  const begin = performance.now();
  const child = trackChild(
    spawn(process.execPath, args, { ...ownProcessGroup, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const ended = once(child, 'close');
  let written = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      written += text;
      const [, found] = /(?:"url":"|listening on |Service: )(http:\/\/127\.0\.0\.1:\d+)/.exec(written) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    ended.then(() => reject(new Error(`${args.join(' ')} ended: ${written}`)), reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the process has no id');
  return {
    pid,
    url,
    cost: { ms: performance.now() - begin, cpuMs: cpuMs(pid), memoryMb: memoryMb(pid) },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs a script to its end. @throws when it fails */
export function runCommand(args: readonly string[]): Promise<Cost> {
  return runProgram(process.execPath, args);
}

/** Runs a program to its end. @throws when it fails */
export async function runProgram(program: string, args: readonly string[]): Promise<Cost> {
  const [begin, before] = [performance.now(), cpuMsOfEnded()];
  const child = trackChild(
    spawn(program, args, { ...ownProcessGroup, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { ms: performance.now() - begin, cpuMs: cpuMsOfEnded() - before };
}

/** A server in its own process. */
interface Listening {
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

/** CPU time of a process so far, of all its threads, in milliseconds. Linux counts it in hundredths of a second. */
export function cpuMs(pid: number): number {
  return ticks(pid, 11, 12) * 10;
}

/** CPU time of all processes that this one started and that have ended. */
function cpuMsOfEnded(): number {
  return ticks(process.pid, 13, 14) * 10;
}

/** The memory that a process uses now, in MiB. */
export function memoryMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

// Fields are counted from the one after the name, which may have spaces in it (proc(5)).
function ticks(pid: number, ...fields: readonly number[]): number {
  const all = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.reduce((sum, field) => sum + Number(all[field]), 0);
}
