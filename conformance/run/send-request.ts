import { type Clock, type CompletedExchange, hasResponse } from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import type { RawRequest, Request } from '../http/request.ts';
import type { Target } from '../http/target.ts';
import { CannotTestError, CheckSkipped } from '../outcome.ts';
import { cut } from '../truncate.ts';

export interface Asking {
  readonly target: Target;
  readonly clock: Clock;
  remaining(): number;
  rateLimitWait(exchange: CompletedExchange): number | undefined;
  waiting(seconds: number): void;
  /** Requests that may go unanswered in a row before the run gives up. */
  readonly unanswered: number;
  /** A shell line that sends the request again, secrets masked. */
  again(exchange: Exchange): string;
}

// Some requests are large on purpose.
const longestRequest = 500;

const away = new Set(['dns', 'refused', 'unreachable', 'tls', 'connect-timeout']);

/** Sends, waits while the server brakes, and turns silence into `CheckSkipped`: no check fails for it. */
export function createAsk(asking: Asking): (request: Request | RawRequest) => Promise<CompletedExchange> {
  let silent = 0;
  let everAnswered = false;
  return async (request) => {
    while (true) {
      if (asking.remaining() <= 0) throw new CheckSkipped('out of time (--max-time)');
      const exchange = await asking.target.send(request);
      if (!hasResponse(exchange)) {
        const message = exchange.error?.message ?? 'no answer';
        silent = away.has(exchange.error?.kind ?? '') ? silent + 1 : 0;
        if (silent > 0 && (!everAnswered || silent >= asking.unanswered)) throw new CannotTestError(message);
        throw new CheckSkipped(
          `no answer: ${message}${silent > 0 ? '' : `; asked with ${cut(asking.again(exchange), longestRequest)}`}`,
        );
      }
      everAnswered = true;
      silent = 0;
      const seconds =
        exchange.response.status === 429
          ? retryAfter(exchange, asking.clock)
          : asking.rateLimitWait(exchange);
      if (seconds === undefined) return exchange;
      const left = Math.max(0, Math.floor(asking.remaining() / 1000));
      if (seconds > left)
        throw new CheckSkipped(`rate-limited: Retry-After is ${seconds} s, ${left} s are left`);
      asking.waiting(seconds);
      await asking.clock.pause(seconds * 1000 + 50);
    }
  };
}

/** Seconds, from either form of Retry-After; 1 when it does not say. */
function retryAfter({ response }: CompletedExchange, clock: Clock): number {
  const value = response.header('retry-after');
  if (value === undefined) return 1;
  if (/^\d+$/.test(value)) return Number(value);
  const until = Date.parse(value);
  return Number.isNaN(until) ? 1 : Math.max(0, Math.ceil((until - clock.now()) / 1000));
}
