import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait for another process that is writing, in milliseconds. */
const patience = 10_000;

/**
 * Retries `work` while another process holds SQLite's write lock. SQLite's own waiting (`busy_timeout`) blocks the event loop,
 * so it is short, and the long waiting happens here, where other requests continue.
 */
export async function retryWhileBusy<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      // Random pauses, so that processes that collided do not collide again.
      await sleep(1 + Math.random() * 10);
    }
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY');
}
