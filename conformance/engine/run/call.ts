import { type CheckContext, hasResponse } from '../check.ts';
import { describeRequest } from '../http/curl-command.ts';
import type { Exchange } from '../http/exchange.ts';
import { meaningOf } from '../judge/meaning.ts';
import { CannotTestError, CheckSkipped, outOfTimeReason, Postponed } from '../outcome.ts';
import { firstOf } from '../suite.ts';
import { truncate } from '../truncate.ts';
import { retryAfter } from './retry-after.ts';
import type { Activity } from './run-check.ts';
import type { RunOptions } from './run-options.ts';

/** Errors of requests that reached no server. */
export const unreachable: ReadonlySet<string> = new Set([
  'dns',
  'refused',
  'unreachable',
  'tls',
  'connect-timeout',
]);

// Some requests are large on purpose.
const maxCommandLength = 500;

// Each takes the whole time-out, and `responses/every-request-has-one` has already failed.
const mostTimeOuts = { inARow: 3, inAll: 4 };

// To run a check again costs more than to wait as long as this.
const shortWaitMs = 2_000;

/** Waits while the server is rate-limiting, or postpones the check. Without a response, skips it. */
export function createCall(
  { suites, secrets, bailOnUnreachable }: RunOptions,
  { target, clock, remaining }: Pick<CheckContext, 'target' | 'clock' | 'remaining'>,
  activity: Activity,
): CheckContext['call'] {
  // The run ends after this many requests in a row that do not reach the server.
  const maxUnreachable = bailOnUnreachable === true ? 1 : 5;
  let unreachableInARow = 0;
  let timeOutsInARow = 0;
  let timeOuts = 0;

  const explainNoResponse = (exchange: Exchange): Error => {
    const message = exchange.error?.message ?? 'no response';
    const isUnreachable = unreachable.has(exchange.error?.kind ?? '');
    unreachableInARow = isUnreachable ? unreachableInARow + 1 : 0;
    if (isUnreachable && unreachableInARow >= maxUnreachable) return new CannotTestError(message);
    const isTimeOut = exchange.error?.kind === 'timeout';
    timeOuts += isTimeOut ? 1 : 0;
    timeOutsInARow = isTimeOut ? timeOutsInARow + 1 : 0;
    if (timeOutsInARow >= mostTimeOuts.inARow || timeOuts >= mostTimeOuts.inAll)
      return new CannotTestError(
        `the server sent no response in time to ${timeOuts} requests: ${message}`,
      );
    const command = truncate(
      describeRequest(exchange.request, target.baseUrl, secrets),
      maxCommandLength,
    );
    return new CheckSkipped(
      `no response: ${message}${isUnreachable ? '' : `; sent with ${command}`}`,
    );
  };

  // Waits alone: a limit may be one of this account, network or operation only.
  const waitFor = async (seconds: number, operation = 'a request'): Promise<void> => {
    const left = Math.max(0, Math.floor(remaining() / 1000));
    if (seconds > left) {
      throw new CheckSkipped(
        `rate-limited: ${operation} must wait ${seconds} s, and ${left} s are left (--max-time); turn rate limits off for the test`,
      );
    }
    const ms = seconds * 1000;
    if (ms > shortWaitMs && activity.mayPostpone())
      throw new Postponed(operation, clock.now() + ms);
    await clock.pause(ms + 50, `the server rate-limits ${operation}`);
  };

  return async (request) => {
    while (true) {
      if (remaining() <= 0) throw new CheckSkipped(outOfTimeReason);
      const exchange = await target.send({
        ...request,
        settings: { lossAllowed: false, ...request.settings },
      });
      // The server may have acted on it, so the whole check is repeated.
      if (exchange.busy && activity.mayPostpone())
        throw new Postponed(request.settings?.operation ?? 'a request', clock.now());
      if (!hasResponse(exchange) || exchange.error?.kind === 'timeout')
        throw explainNoResponse(exchange);
      unreachableInARow = 0;
      timeOutsInARow = 0;
      const seconds =
        exchange.response.status === 429
          ? (retryAfter(exchange, clock) ?? 1)
          : firstOf(suites, (suite) => suite.rateLimitWait?.(exchange));
      if (seconds === undefined) {
        const status =
          firstOf(suites, (suite) => suite.statusOf?.(exchange)) ?? exchange.response.status;
        if (meaningOf(status) === 'busy') throw new CheckSkipped(`the server returned ${status}`);
        return exchange;
      }
      await waitFor(seconds, request.settings?.operation);
    }
  };
}
