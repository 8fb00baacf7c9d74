import { Worker } from 'node:worker_threads';
import { alive, workDescriptor } from './supervise.ts';

/** The process that started this one, and what it says. */
export interface Parent {
  send(message: object | string): void;
  /** Waits until all that was sent has been written, and ends this process. */
  end(message: object): void;
}

const aliveMs = 500;
// The limit of the heap does not count buffers.
const mostMemoryBytes = 900 * 1024 * 1024;

// A test runner may have a parent too, which expects other messages.
let hasParent = false;
let saidAt = 0;

// Memory that a thread reads while this one is in a loop.
const longestName = 400;
const beats = new Int32Array(new SharedArrayBuffer(4));
const nameLength = new Int32Array(new SharedArrayBuffer(4));
const name = new Uint8Array(new SharedArrayBuffer(longestName));
const encoder = new TextEncoder();

/** Runs work that may not end. The parent gets its name if it does not. */
export function named<Result>(work: string, run: () => Result): Result {
  if (!hasParent) return run();
  nameLength[0] = encoder.encodeInto(work, name).written;
  try {
    return run();
  } finally {
    nameLength[0] = 0;
  }
}

/** Says that this process goes on, between steps of work that let no timer run. */
export function sayAlive(): void {
  beats[0] = (beats[0] ?? 0) + 1;
  const now = performance.now();
  if (!hasParent || now - saidAt < aliveMs / 2) return;
  saidAt = now;
  process.send?.(alive);
}

/** Works for the process that started this one. `work` returns what gets its messages. */
export function serveParent(work: (parent: Parent) => (message: unknown) => void): void {
  // Ctrl-C reaches every process of a terminal. The parent says when to stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.once('disconnect', () => process.exit());
  const parent: Parent = {
    send: (message) => void process.send?.(message),
    // What is not written yet would be lost.
    end: (message) => void process.send?.(message, () => process.exit()),
  };
  process.on('message', work(parent));
  hasParent = true;
  sayAlive();
  setInterval(sayAlive, aliveMs).unref();
  watchFromThread();
}

/**
 * Ends this process when it has too much memory, or when its parent is gone, also while it runs a loop that never ends. Says what
 * it does if it says nothing itself.
 */
function watchFromThread(): void {
  const limits = { parent: process.ppid, mostMemoryBytes, everyMs: aliveMs };
  const workerData = { ...limits, beats, nameLength, name, workDescriptor };
  new Worker(watch, { eval: true, workerData }).unref();
}

// A text, because a thread has no loader for TypeScript.
const watch = `
const { writeSync } = require('node:fs');
const { parent, mostMemoryBytes, everyMs, beats, nameLength, name, workDescriptor } =
  require('node:worker_threads').workerData;
let seen;
let silent = 0;
const sayWork = () => {
  try {
    writeSync(workDescriptor, name.slice(0, nameLength[0]));
  } catch {
    // The parent is gone.
  }
};
setInterval(() => {
  silent = beats[0] === seen ? silent + 1 : 0;
  seen = beats[0];
  if (silent === 3) sayWork();
  if (process.memoryUsage.rss() <= mostMemoryBytes && process.ppid === parent) return;
  sayWork();
  process.kill(process.pid, 'SIGKILL');
}, everyMs);
`;
