import { serveParent } from '../bounded/serve-parent.ts';
import type { ToChild } from './tasks.ts';
import { createWorker } from './worker.ts';

// The process in which commands read documents and test servers. `startTask` starts it.
serveParent((parent) => {
  const worker = createWorker(parent);
  process.on('uncaughtException', worker.fail);
  // Only `startTask` sends messages.
  return (message) => worker.receive(message as ToChild);
});
