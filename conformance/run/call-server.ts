import {
  type CheckContext,
  type Clock,
  type CompletedExchange,
  hasResponse,
  isUnavailable,
} from '../check.ts';
import { describeRequest } from '../http/curl-command.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Target } from '../http/target.ts';
import { CannotTestError, CheckSkipped, outOfTimeReason } from '../outcome.ts';
import type { Secrets } from '../secrets.ts';
import { truncate } from '../truncate.ts';

export interface CallOptions {
  readonly target: Target;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** Milliseconds until `--max-time` is up. */
  remaining(): number;
  /** Seconds to wait, when a response other than HTTP 429 says that requests are rate-limited. */
  rateLimitWait(exchange: CompletedExchange): number | undefined;
  /** The status that a response means, when HTTP 200 may carry a failure. */
  statusOf(exchange: CompletedExchange): number;
  onWait(seconds: number): void;
  /** The run ends after this many requests in a row that do not reach the server. */
  readonly maxUnreachable: number;
}

// Some requests are large on purpose.
const maxCommandLength = 500;

// Each takes the whole time-out, and `responses/every-request-has-one` has already failed.
const mostTimeOuts = { inARow: 5, inAll: 10 };

/** Errors of requests that reached no server. */
export const unreachable: ReadonlySet<string> = new Set([
  'dns',
  'refused',
  'unreachable',
  'tls',
  'connect-timeout',
]);

/** Sends a request and waits while the server is rate-limiting. A request without a response skips the check. */
export function createCall(options: CallOptions): CheckContext['call'] {
  const { target, clock, remaining } = options;
  let unreachableInARow = 0;
  let timeOutsInARow = 0;
  let timeOuts = 0;

  const explainNoResponse = (exchange: Exchange): Error => {
    const message = exchange.error?.message ?? 'no response';
    const isUnreachable = unreachable.has(exchange.error?.kind ?? '');
    unreachableInARow = isUnreachable ? unreachableInARow + 1 : 0;
    if (isUnreachable && unreachableInARow >= options.maxUnreachable) return new CannotTestError(message);
    const isTimeOut = exchange.error?.kind === 'timeout';
    timeOuts += isTimeOut ? 1 : 0;
    timeOutsInARow = isTimeOut ? timeOutsInARow + 1 : 0;
    if (timeOutsInARow >= mostTimeOuts.inARow || timeOuts >= mostTimeOuts.inAll)
      return new CannotTestError(`the server sent no response in time to ${timeOuts} requests: ${message}`);
    const command = truncate(
      describeRequest(exchange.request, target.baseUrl, options.secrets),
      maxCommandLength,
    );
    return new CheckSkipped(`no response: ${message}${isUnreachable ? '' : `; sent with ${command}`}`);
  };

  return async (request) => {
    while (true) {
      if (remaining() <= 0) throw new CheckSkipped(outOfTimeReason);
      const exchange = await target.send({
        ...request,
        settings: { lossAllowed: false, ...request.settings },
      });
      if (!hasResponse(exchange) || exchange.error?.kind === 'timeout') throw explainNoResponse(exchange);
      unreachableInARow = 0;
      timeOutsInARow = 0;
      const seconds =
        exchange.response.status === 429 ? retryAfter(exchange, clock) : options.rateLimitWait(exchange);
      if (seconds === undefined) {
        const status = options.statusOf(exchange);
        if (isUnavailable(status)) throw new CheckSkipped(`the server returned ${status}`);
        return exchange;
      }
      const left = Math.max(0, Math.floor(remaining() / 1000));
      if (seconds > left) {
        throw new CheckSkipped(
          `rate-limited: the wait is ${seconds} s, and ${left} s are left (--max-time); turn rate limits off for the test`,
        );
      }
      options.onWait(seconds);
      await clock.pause(seconds * 1000 + 50);
    }
  };
}

/** Seconds, from either form of Retry-After. 1 when the header is missing. */
function retryAfter({ response }: CompletedExchange, clock: Clock): number {
  const value = response.header('retry-after');
  if (value === undefined) return 1;
  if (/^\d+$/.test(value)) return Number(value);
  const until = Date.parse(value);
  return Number.isNaN(until) ? 1 : Math.max(0, Math.ceil((until - clock.now()) / 1000));
}
