import { type Clock, hasResponse } from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import { operationOf, type RawRequest, type Request } from '../http/request.ts';
import type { Target } from '../http/target.ts';
import { meaningOf } from '../judge/meaning.ts';
import { firstOf } from '../suite.ts';
import { createGate } from './gate.ts';
import { retryAfter } from './retry-after.ts';
import type { RunOptions } from './run-options.ts';

// After each the request is sent again. From the second on, it is the only one.
const pausesMs = [100, 500, 1_000, 2_000];
const longestPauseMs = 30_000;

// After so many operations that stay unavailable for a request alone, the server is down, not busy.
const mostStuck = 3;

type Verdict = 'again' | 'excused' | undefined;

/**
 * A target for a server that may be busy. After 503 it waits, lowers the number of requests that are under way, and sends the
 * request again; after 502, 504 and a time-out only if a repetition does no harm. Listeners get such a response as `busy`,
 * which is no finding. A response that stays when the request is the only one is passed on as it is.
 */
export function withPatience(
  target: Target,
  { suites }: Pick<RunOptions, 'suites'>,
  clock: Pick<Clock, 'now' | 'pause'>,
): Target {
  const gate = createGate();
  const verdicts = new WeakMap<Exchange, Verdict>();
  const marked = new WeakMap<Exchange, Exchange>();
  const stuck = new Set<string>();

  const decide = (exchange: Exchange): Verdict => {
    if (!isBusy(exchange)) {
      if (exchange.response !== undefined) {
        stuck.delete(operationOf(exchange.request));
        gate.succeeded();
      }
      return undefined;
    }
    const { attempt = 1 } = exchange.request.settings;
    if (!mayRepeat(exchange)) return gate.underWay() === 1 ? undefined : 'excused';
    gate.lower();
    const mostPauses = exchange.error === undefined ? pausesMs.length : 1;
    const isHopeless = stuck.size >= mostStuck || stuck.has(operationOf(exchange.request));
    if (attempt <= mostPauses && !isHopeless) return 'again';
    stuck.add(operationOf(exchange.request));
    return undefined;
  };
  const verdictOf = (exchange: Exchange): Verdict => {
    if (!verdicts.has(exchange)) verdicts.set(exchange, decide(exchange));
    return verdicts.get(exchange);
  };
  const sendAndDecide = async (request: Request | RawRequest, attempt: number) => {
    const settings = attempt === 1 ? request.settings : { ...request.settings, attempt };
    const exchange = await target.send({ ...request, ...(settings && { settings }) });
    // While its own request still counts as under way.
    verdictOf(exchange);
    return exchange;
  };
  const mark = (exchange: Exchange): Exchange => {
    if (verdictOf(exchange) === undefined) return exchange;
    const known = marked.get(exchange) ?? { ...exchange, busy: true as const };
    marked.set(exchange, known);
    return known;
  };
  const isBusy = (exchange: Exchange): boolean => {
    if (!hasResponse(exchange) || exchange.error !== undefined)
      return exchange.error?.kind === 'timeout' && isPatient(exchange);
    const meant = firstOf(suites, (suite) => suite.statusOf?.(exchange));
    return meaningOf(meant ?? exchange.response.status) === 'busy';
  };

  return {
    ...target,
    listen: (listener) => target.listen((exchange) => listener(mark(exchange))),
    send: async (request) => {
      let attempt = 1;
      while (true) {
        await gate.enter(attempt > 2);
        const exchange = await sendAndDecide(request, attempt).finally(gate.leave);
        if (verdictOf(exchange) !== 'again') return mark(exchange);
        const pauseMs = pausesMs[attempt - 1] ?? 0;
        const wantedMs = (retryAfter(exchange, clock) ?? 0) * 1000;
        const ms = Math.min(longestPauseMs, Math.max(pauseMs, wantedMs));
        await clock.pause(ms, ms >= 1000 ? 'the server is busy' : undefined);
        attempt += 1;
      }
    },
  };
}

/** Whether silence may mean that the server is busy: the check itself did not send something slow, strange or incomplete. */
function isPatient({ request: { raw, settings } }: Exchange): boolean {
  const { timeoutMs, pause, endAfterSending, lossAllowed } = settings;
  return !raw && timeoutMs === undefined && !pause && !endAfterSending && lossAllowed !== true;
}

const idempotent = /^(GET|HEAD|OPTIONS|QUERY|PUT|DELETE)$/;

/** With 503 the server says that it did nothing. A gateway that waits in vain does not know. */
function mayRepeat({ request, response, error }: Exchange): boolean {
  const isRefused = error === undefined && response?.status !== 502 && response?.status !== 504;
  return isRefused || (!request.raw && idempotent.test(request.method));
}
