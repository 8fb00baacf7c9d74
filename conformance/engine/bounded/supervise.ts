import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/**
 * Work on what others wrote may never end, and may need any amount of memory. So it runs in a child process, which is ended when
 * it is silent for too long. A thread is not enough: a native call such as `JSON.parse` goes on after `terminate()`, and a heap
 * that is full aborts the whole process.
 */
export interface ChildSettings {
  /** The module that the child runs. It calls `serveParent`. */
  readonly file: string;
  /** The limit of the child's heap, in MiB. */
  readonly heapMb: number;
  readonly onMessage: (message: unknown) => void;
  /** Where the output of modules goes that the child loads. */
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** How a child ended: by itself, because someone called `kill`, because it was silent, or because of its memory. */
export type ChildEnd = 'ended' | 'killed' | 'silent' | 'memory';

export interface Child {
  send(message: object): void;
  kill(): void;
  /** For how many seconds it has said nothing. Undefined before it has started. */
  silentSeconds(): number | undefined;
  /** What it was doing when it stopped saying anything, if it has named that. */
  lastWork(): string | undefined;
  readonly ended: Promise<ChildEnd>;
}

// A child says twice a second that it is alive, but on a busy machine it may have to wait for its turn. Seconds are counted,
// because this process may have been suspended.
const mostSilentSeconds = 30;

// V8 of Node 20 optimizes a function after it has run 66 KiB of bytecode. In a run of some seconds that takes more time than it saves:
// 1.1 s of 4.8 s for a thousand requests. What runs for longer is still optimized. Later versions wait by themselves, and lack the option.
const optimizeLater = process.version.startsWith('v20.') ? ['--interrupt-budget=2000000'] : [];

// Of MiB: the default of 16 takes 30 MB more, and saves no time that could be measured.
const smallNursery = '--max-semi-space-size=4';

/** How the process of a task is started. */
export type StartChild = (settings: ChildSettings) => Child;

export function startChild({ file, heapMb, onMessage, stdout, stderr }: ChildSettings): Child {
  const child = fork(file, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`, smallNursery, ...optimizeLater, ...loaderOf(file)],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
  });
  child.stdout?.pipe(stdout, { end: false });
  let isAborting = false;
  child.stderr?.on('data', (bytes: Buffer) => {
    isAborting ||= isFatal(bytes);
    if (!isAborting) stderr.write(bytes);
  });

  let end: ChildEnd | undefined;
  const kill = (why: ChildEnd) => {
    end ??= why;
    child.kill('SIGKILL');
  };
  // Undefined until the child has started: that takes as long as the machine needs.
  let silentSeconds: number | undefined;
  const watch = setInterval(() => {
    if (silentSeconds === undefined) return;
    silentSeconds += 1;
    if (silentSeconds > mostSilentSeconds) kill(isFull(child.pid, heapMb) ? 'memory' : 'silent');
  }, 1_000);
  let work = '';
  child.stdio[workDescriptor]?.on('data', (name: Buffer) => {
    work = name.toString();
  });
  child.on('message', (message) => {
    silentSeconds = 0;
    work = '';
    if (message !== alive) onMessage(message);
  });

  const ended = new Promise<ChildEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (_code, signal) => {
      clearInterval(watch);
      // V8 aborts when its heap is full. The child, or the system, kills it when it has too much memory.
      const isMemory = signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP';
      resolve(end ?? (isMemory ? 'memory' : 'ended'));
    });
  });
  return {
    // A child that has ended needs no message.
    send: (message) => void child.send(message, () => {}),
    kill: () => kill('killed'),
    silentSeconds: () => silentSeconds,
    lastWork: () => work || undefined,
    ended,
  };
}

/** Where a child writes the name of its work, from a thread that cannot send messages. */
export const workDescriptor = 4;

/** What a child sends to say that it is alive. */
export const alive = 'alive';

/** The sources are TypeScript, which Node 20 reads with a loader. */
function loaderOf(file: string): string[] {
  if (!file.endsWith('.ts')) return [];
  const loader = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(loader).href];
}

/** Whether a process has as much memory as its heap may have: V8 then looks for garbage for longer and longer. */
function isFull(pid: number | undefined, heapMb: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]) > heapMb * 1024;
  } catch {
    // Only Linux says so.
    return false;
  }
}

/** How V8 begins what it writes when the heap is full: the report says so in one line. */
function isFatal(bytes: Buffer): boolean {
  return /^\s*(<---|FATAL ERROR|#\s|----- )/.test(bytes.subarray(0, 200).toString('latin1'));
}
