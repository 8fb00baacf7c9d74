import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../security/error-code.ts';

/** How long to wait for another process that is writing. */
const timeoutMs = 10_000;

/**
 * Retries `work` while another process holds SQLite's write lock. SQLite's own waiting (`busy_timeout`) blocks the event loop,
 * so it is short, and the long waiting happens here, where other requests continue.
 */
export async function retryWhileBusy<T>(work: () => T): Promise<T> {
  let deadline: number | undefined;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_BUSY') throw error;
      deadline ??= performance.now() + timeoutMs;
      if (performance.now() > deadline) throw error;
      // Random pauses, so that processes that collided do not collide again.
      await sleep(1 + Math.random() * 10);
    }
  }
}
