import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownProcessGroup, root, trackChild } from './build.ts';

/** The script that Node runs for `account-access` as built, and for Prism. */
export const programs = {
  ours: join(root, 'dist', 'bin', 'account-access.js'),
  prism: join(root, 'node_modules/@stoplight/prism-cli/dist/index.js'),
} as const;

/** What a command took until it was ready, or until it ended. */
export type Cost = Awaited<ReturnType<typeof runCommand>>;

/** Runs a script that starts a server, and waits until it has printed its address. */
export async function startCommand(args: readonly string[]) {
  const begin = performance.now();
  const child = trackChild(
    spawn(process.execPath, args, { ...ownProcessGroup, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const ended = once(child, 'close');
  let written = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      written += text;
      const [, found] =
        /(?:"url":"|listening on |Service: )(http:\/\/127\.0\.0\.1:\d+)/.exec(written) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    ended.then(() => reject(new Error(`${args.join(' ')} ended: ${written}`)), reject);
  });
  // Later output is discarded: Prism writes a line per request.
  for (const stream of [child.stdout, child.stderr]) stream.removeAllListeners('data').resume();
  const { pid } = child;
  if (pid === undefined) throw new Error('the process has no id');
  return {
    pid,
    url,
    /** Until it printed the address. */
    cost: { ms: performance.now() - begin, cpuMs: cpuMs(pid), memoryMb: memoryMb(pid) },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs a script to its end. @throws when it fails */
export async function runCommand(args: readonly string[]) {
  const [begin, before] = [performance.now(), cpuMsOfEnded()];
  const child = trackChild(
    spawn(process.execPath, args, { ...ownProcessGroup, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { ms: performance.now() - begin, cpuMs: cpuMsOfEnded() - before };
}

/** CPU time of a process so far, of all its threads, in milliseconds. Linux counts it in hundredths of a second. */
export function cpuMs(pid: number): number {
  return ticks(pid, 11, 12) * 10;
}

/** CPU time of all processes that this one started and that have ended. */
export function cpuMsOfEnded(): number {
  return ticks(process.pid, 13, 14) * 10;
}

/** The memory that a process uses now, in MiB. */
export function memoryMb(pid: number): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

// Fields are counted from the one after the name, which may have spaces in it (proc(5)).
function ticks(pid: number, ...fields: readonly number[]): number {
  const all = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.reduce((sum, field) => sum + Number(all[field]), 0);
}
