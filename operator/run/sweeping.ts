import { setTimeout as sleep } from 'node:timers/promises';
import type { SweepTimes } from '../../server/config/config.ts';
import type { Log } from '../../server/http/log.ts';
import type { Sweep, Swept } from '../../server/store/sweep.ts';

export interface SweepingOptions {
  readonly sweep: Sweep;
  readonly times: SweepTimes;
  readonly now: () => number;
  readonly log: Log;
}

// So little that no request notices: rows a transaction, and milliseconds in which others have the database.
const batchSize = 200;
const pauseMs = 20;

/** Sweeps now and then until it is stopped. Several processes may do so on one database: each row goes once. */
export function startSweeping({ sweep, times, now, log }: SweepingOptions): { stop(): Promise<void> } {
  const stop = new AbortController();
  const running = (async () => {
    for (let wait = times.firstMs; ; wait = times.everyMs) {
      // Uneven, so that servers that were started together do not go on together.
      await sleep(wait * (0.8 + 0.4 * Math.random()), undefined, { signal: stop.signal, ref: false });
      try {
        const swept = await sweepAll(sweep, now, stop.signal);
        if (swept.accessTokens + swept.rateLimits > 0) log.info(swept, 'swept');
      } catch (error) {
        if (stop.signal.aborted) return;
        log.warn({ err: error }, 'could not sweep: tried again later');
      }
    }
    // What ends it is the signal.
  })().catch(() => {});
  return {
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}

/** Removes all there is to remove, in small batches. */
export async function sweepAll(sweep: Sweep, now: () => number, signal?: AbortSignal): Promise<Swept> {
  let total: Swept = { accessTokens: 0, rateLimits: 0 };
  for (;;) {
    const { accessTokens, rateLimits } = await sweep.batch(now(), batchSize);
    total = { accessTokens: total.accessTokens + accessTokens, rateLimits: total.rateLimits + rateLimits };
    if (accessTokens + rateLimits < batchSize || signal?.aborted) return total;
    await sleep(pauseMs, undefined, { signal });
  }
}
