import { Worker } from 'node:worker_threads';
import { patternLimits } from './limits.ts';

/** Its source is a text, so that it needs no loader. It says when it begins: it may have to wait for the processor. */
const source = `
const { workerData, parentPort } = require('node:worker_threads');
const state = new Int32Array(workerData);
const say = (value) => { Atomics.store(state, 0, value); Atomics.notify(state, 0); };
parentPort.on('message', ({ script, flags, text }) => {
  say(1);
  say(new RegExp(script, flags).test(text) ? 3 : 2);
});
`;

const idle = 0;
const testing = 1;
const matches = 3;

let running: { readonly worker: Worker; readonly state: Int32Array } | undefined;

/**
 * Tests a text in another thread, while this one waits.
 * @returns undefined when it takes too long
 */
export function testGuarded(script: string, flags: string, text: string): boolean | undefined {
  running ??= start();
  const { worker, state } = running;
  Atomics.store(state, 0, idle);
  worker.postMessage({ script, flags, text });
  Atomics.wait(state, 0, idle, patternLimits.startMs);
  Atomics.wait(state, 0, testing, patternLimits.ms);
  const result = Atomics.load(state, 0);
  if (result > testing) return result === matches;
  running = undefined;
  void worker.terminate();
  return undefined;
}

function start() {
  const shared = new SharedArrayBuffer(4);
  const worker = new Worker(source, { eval: true, workerData: shared });
  worker.unref();
  return { worker, state: new Int32Array(shared) };
}
