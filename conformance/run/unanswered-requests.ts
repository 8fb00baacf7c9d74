import type { Exchange } from '../http/exchange.ts';

/** Remembers after which requests a server fell silent, so that whoever looks after it knows what to ask it again. */
export interface Silence {
  /** Told of every exchange when it has ended. */
  inspect(exchange: Exchange): void;
  /** The exchanges that had no answer, and since which there was none: the last few, oldest first. */
  since(): readonly Exchange[];
}

// More would be asked at once only by a run that is very parallel.
const most = 4;

export function trackUnansweredRequests(): Silence {
  let silent: { readonly exchange: Exchange; readonly end: number }[] = [];
  return {
    inspect(exchange) {
      const { startedAt, durationMs, response, error } = exchange;
      // Whoever answers what was sent after the end of another exchange has outlived that.
      if (response !== undefined) silent = silent.filter(({ end }) => startedAt <= end);
      else if (error !== undefined && wasHeard.has(error.kind))
        silent = [...silent, { exchange, end: startedAt + durationMs }].slice(-most);
    },
    since: () => silent.map(({ exchange }) => exchange),
  };
}

/** Kinds of failure in which the server had the request, or a part of it. */
const wasHeard: ReadonlySet<string> = new Set(['reset', 'closed', 'timeout']);
