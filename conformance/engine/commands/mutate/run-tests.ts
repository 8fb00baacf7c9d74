import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../../terminal/terminal.ts';
import { UsageError } from '../../terminal/usage-error.ts';

/** A run of the tests. `stopped`: the user did not wait for its end. */
export interface TestRun {
  readonly end: 'passed' | 'failed' | 'crashed' | 'hung' | 'stopped';
  /** The exit code, or the signal that ended it. */
  readonly code: number | string;
  /** The end of what it wrote. */
  readonly output: string;
  readonly durationMs: number;
}

const keptOutput = 64 * 1024;
/** Between SIGTERM and SIGKILL, and for the rest of the output. */
const patienceMs = 2_000;

/**
 * Runs the command of the tests with all processes that it starts, which end with it.
 * @throws UsageError if there is no such program
 */
export async function runTests(
  [program = '', ...args]: readonly string[],
  environment: Environment,
  limitMs: number,
  signal: AbortSignal,
): Promise<TestRun> {
  const start = performance.now();
  const output: Buffer[] = [];
  // In a group of its own, which can be ended as a whole.
  const child = spawn(program, args, {
    env: { ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => keepEnd(output, chunk));

  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  const early = AbortSignal.any([signal, limit.signal]);
  const onEarly = () => void endGroup(child);
  early.addEventListener('abort', onEarly);
  try {
    const [code, killedBy] = await endOf(child, program);
    const durationMs = performance.now() - start;
    const text = Buffer.concat(output).toString();
    const run = { code: killedBy ?? code ?? 0, output: text, durationMs };
    if (signal.aborted) return { ...run, end: 'stopped' };
    if (limit.signal.aborted) return { ...run, end: 'hung' };
    if (killedBy !== null || (code ?? 0) > 128) return { ...run, end: 'crashed' };
    return { ...run, end: code === 0 ? 'passed' : 'failed' };
  } finally {
    clearTimeout(timer);
    early.removeEventListener('abort', onEarly);
  }
}

async function endOf(
  child: ChildProcess,
  program: string,
): Promise<readonly [code: number | null, signal: NodeJS.Signals | null]> {
  const closed = once(child, 'close').catch(() => {});
  try {
    const [code, signal] = await once(child, 'exit');
    // A server that the tests have left running would keep the output open. One that left the group keeps it.
    kill(child, 'SIGKILL');
    await Promise.race([closed, pause(patienceMs, undefined, { ref: false })]);
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    return [code, signal];
  } catch (cause) {
    const { code = '' }: NodeJS.ErrnoException = Object(cause);
    const why = code === 'ENOENT' ? 'there is no such program' : code;
    throw new UsageError(`cannot run ${program}: ${why}`, { cause });
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  kill(child, 'SIGTERM');
  await pause(patienceMs, undefined, { ref: false });
  if (child.exitCode === null && child.signalCode === null) kill(child, 'SIGKILL');
}

function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}

function keepEnd(output: Buffer[], chunk: Buffer): void {
  output.push(chunk);
  let length = output.reduce((sum, one) => sum + one.length, 0);
  while (output.length > 1 && length - (output[0]?.length ?? 0) >= keptOutput)
    length -= output.shift()?.length ?? 0;
}
