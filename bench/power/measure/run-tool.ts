import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ownProcessGroup, trackChild } from '../../processes/build.ts';
import { cpuMsOfEnded } from '../../processes/command.ts';
import { treeMemoryMb } from './process-tree.ts';

/** A command of a tool. */
export interface ToolCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** What running a tool took. */
export interface ToolCost {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly peakMemoryMb: number;
  /** `in time`: by itself. */
  readonly ended: 'in time' | 'interrupted' | 'killed';
}

// After the limit a tool may write its report.
const graceMs = 30_000;
const sampleMs = 200;

/** Runs the commands of a tool one after the other on one core, with one limit for all. Their output goes to `output.txt`. */
export async function runTool(
  folder: string,
  commands: readonly ToolCommand[],
  seconds: number,
  core: number,
): Promise<ToolCost> {
  const [began, cpuBefore] = [performance.now(), cpuMsOfEnded()];
  const output = createWriteStream(join(folder, 'output.txt'));
  let peakMemoryMb = 0;
  let ended: ToolCost['ended'] = 'in time';
  for (const command of commands) {
    const leftMs = seconds * 1000 - (performance.now() - began);
    const cost = await runCommand(folder, command, leftMs, core, output);
    peakMemoryMb = Math.max(peakMemoryMb, cost.peakMemoryMb);
    ended = cost.ended;
    if (ended !== 'in time') break;
  }
  output.end();
  return {
    wallSeconds: (performance.now() - began) / 1000,
    cpuSeconds: (cpuMsOfEnded() - cpuBefore) / 1000,
    peakMemoryMb,
    ended,
  };
}

async function runCommand(
  folder: string,
  { program, args, variables }: ToolCommand,
  leftMs: number,
  core: number,
  output: NodeJS.WritableStream,
) {
  const child = trackChild(
    spawn('taskset', ['-c', String(core), program, ...args], {
      ...ownProcessGroup,
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  const { pid = 0 } = child;
  const memory = watchMemory(pid);
  const exit = once(child, 'exit');
  const endsWithin = async (ms: number) => {
    const clock = new AbortController();
    const late = delay(Math.max(ms, 0), false, { signal: clock.signal }).catch(() => true);
    const isEnded = await Promise.race([exit.then(() => true), late]);
    clock.abort();
    return isEnded;
  };
  const signalGroup = (signal: NodeJS.Signals) => process.kill(-pid, signal);
  let ended: ToolCost['ended'] = 'in time';
  // A tool that has the limit as an option needs some time to end by it.
  if (!(await endsWithin(leftMs + graceMs))) {
    ended = 'interrupted';
    signalGroup('SIGINT');
    if (!(await endsWithin(graceMs))) {
      ended = 'killed';
      signalGroup('SIGKILL');
      await exit;
    }
  }
  return { peakMemoryMb: memory.stop(), ended };
}

/** Samples the memory of a process and of what it starts. */
function watchMemory(pid: number) {
  let peakMb = 0;
  const sample = () => {
    peakMb = Math.max(peakMb, treeMemoryMb(pid));
  };
  const timer = setInterval(sample, sampleMs);
  return {
    stop() {
      clearInterval(timer);
      return peakMb;
    },
  };
}
