import { setTimeout as sleep } from 'node:timers/promises';
import type { SweepTimes } from '../../server/config/config.ts';
import type { Log } from '../../server/http/observe.ts';
import type { Sweep, Swept } from '../../server/store/sweep.ts';

export interface SweepingOptions {
  readonly sweep: Sweep;
  readonly times: SweepTimes;
  readonly now: () => number;
  readonly log: Log;
}

// Small, so that requests are not slowed down: rows per transaction, and milliseconds between two transactions.
const batchSize = 200;
const pauseMs = 20;

/** Removes expired rows regularly until it is stopped. Several processes may do so on one database. */
export function startSweeping({ sweep, times, now, log }: SweepingOptions): {
  stop(): Promise<void>;
} {
  const stop = new AbortController();
  const running = (async () => {
    for (let wait = times.firstMs; ; wait = times.everyMs) {
      // A random part, so that servers that started together do not sweep together.
      await sleep(wait * (0.8 + 0.4 * Math.random()), undefined, {
        signal: stop.signal,
        ref: false,
      });
      try {
        const swept = await sweepAll(sweep, now, stop.signal);
        if (countOf(swept) > 0) log.info(swept, 'swept');
      } catch (error) {
        if (stop.signal.aborted) return;
        log.warn({ err: error }, 'could not remove expired rows; will try again later');
      }
    }
    // Only the abort signal ends the loop.
  })().catch(() => {});
  return {
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}

export async function sweepAll(
  sweep: Sweep,
  now: () => number,
  signal?: AbortSignal,
): Promise<Swept> {
  let total: Swept = { accessTokens: 0, rateLimits: 0, idempotencyRecords: 0 };
  for (;;) {
    const swept = await sweep.batch(now(), batchSize);
    total = {
      accessTokens: total.accessTokens + swept.accessTokens,
      rateLimits: total.rateLimits + swept.rateLimits,
      idempotencyRecords: total.idempotencyRecords + swept.idempotencyRecords,
    };
    if (countOf(swept) < batchSize || signal?.aborted) return total;
    await sleep(pauseMs, undefined, { signal });
  }
}

function countOf({ accessTokens, rateLimits, idempotencyRecords }: Swept): number {
  return accessTokens + rateLimits + idempotencyRecords;
}
