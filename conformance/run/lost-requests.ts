import type { Exchange } from '../http/exchange.ts';

/** Remembers the requests that had no response when the server stopped responding, so that a report can list them. */
export interface LostRequests {
  /** Takes every exchange when it has ended. */
  inspect(exchange: Exchange): void;
  /** The first exchanges without a response, when none has come since. */
  list(): readonly Exchange[];
}

// The request that ended the server loses its connection first, then those that were under way.
const maxListed = 8;

/** Errors after which the server may have read the request, or a part of it. */
const mayHaveArrived: ReadonlySet<string> = new Set(['reset', 'closed', 'timeout']);

export function trackLostRequests(): LostRequests {
  let lost: { readonly exchange: Exchange; readonly end: number }[] = [];
  return {
    inspect(exchange) {
      const { startedAt, durationMs, response, error } = exchange;
      // A server that responds to a later request has survived the earlier ones.
      if (response !== undefined) lost = lost.filter(({ end }) => startedAt <= end);
      else if (error !== undefined && mayHaveArrived.has(error.kind))
        lost = [...lost, { exchange, end: startedAt + durationMs }].slice(0, maxListed);
    },
    list: () => lost.map(({ exchange }) => exchange),
  };
}
