import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './build.ts';
import { ownProcessGroup, trackChild } from './children.ts';
import { cpuMs, cpuMsOfEnded, memoryMb } from './cpu.ts';

/** The script that Node runs for `account-access` as built, and for Prism. */
export const programs = {
  ours: join(root, 'dist', 'bin', 'account-access.cjs'),
  prism: join(root, 'bench/node_modules/@stoplight/prism-cli/dist/index.js'),
} as const;

/** What a command took until it was ready, or until it ended. */
export interface Cost {
  readonly ms: number;
  /** CPU time. */
  readonly cpuMs: number;
}

/** A command that keeps running. */
export interface Running {
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
