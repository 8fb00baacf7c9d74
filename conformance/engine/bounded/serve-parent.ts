import { Worker } from 'node:worker_threads';
import { alive } from './supervise.ts';

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

/** Says that this process goes on, between steps of work that let no timer run. */
export function sayAlive(): void {
  const now = performance.now();
  if (!hasParent || now - saidAt < aliveMs / 2) return;
  saidAt = now;
  process.send?.(alive);
}

/** Works for the process that started this one. `onMessage` gets what it sends. */
export function serveParent(onMessage: (message: unknown, parent: Parent) => void): void {
  // Ctrl-C reaches every process of a terminal. The parent says when to stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.once('disconnect', () => process.exit());
  const parent: Parent = {
    send: (message) => void process.send?.(message),
    // What is not written yet would be lost.
    end: (message) => void process.send?.(message, () => process.exit()),
  };
  process.on('message', (message) => onMessage(message, parent));
  hasParent = true;
  sayAlive();
  setInterval(sayAlive, aliveMs).unref();
  watchFromThread();
}

/** Ends this process when it has too much memory, or when its parent is gone, also while it runs a loop that never ends. */
function watchFromThread(): void {
  const workerData = { parent: process.ppid, mostMemoryBytes, everyMs: aliveMs };
  new Worker(watch, { eval: true, workerData }).unref();
}

// A text, because a thread has no loader for TypeScript.
const watch = `
const { parent, mostMemoryBytes, everyMs } = require('node:worker_threads').workerData;
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemoryBytes || process.ppid !== parent)
    process.kill(process.pid, 'SIGKILL');
}, everyMs);
`;
