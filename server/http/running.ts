import { networkOf } from '../security/throttle/rate-limit-keys.ts';
import type { Context, Step } from './context.ts';
import { Problem } from './problem.ts';

/** How many requests of a network may run at once. */
const mostRunning = 256;

/**
 * Counts running requests per network. To limit connections is not enough: a client that leaves frees its own, while its request goes
 * on to wait for the database, before those of everybody else.
 */
export function limitRunning() {
  const counts = new Map<string, number>();
  const networks = new WeakMap<Context, string>();
  const begin: Step = (context) => {
    const network = networkOf(context.request.ip ?? '');
    const count = counts.get(network) ?? 0;
    if (count >= mostRunning) throw new Problem('rate_limited', { retryAfter: 1 });
    counts.set(network, count + 1);
    networks.set(context, network);
    return undefined;
  };
  return {
    begin,
    /** May be called twice, and for a request that was not counted. */
    end(context: Context): void {
      const network = networks.get(context);
      if (network === undefined || !networks.delete(context)) return;
      const left = (counts.get(network) ?? 0) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    },
  };
}
