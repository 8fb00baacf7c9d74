import { type CheckContext, type CompletedExchange, hasResponse } from '../../../check.ts';

/** What the responses of a run show of the server's clock. */
export interface ServerClock {
  /** How long after the end of a second of ours a `Date` may still show that second, in milliseconds. */
  readonly dateLagMs: number;
  /** How far the server's clock is ahead of ours at most, in milliseconds. */
  readonly leadMs: number;
}

/** How long after the end of a second a `Date` may still show it: many servers renew it only once a second. */
export const maxDateLagMs = 1_500;

/** Few clocks differ by more. */
const maxLeadMs = 2_000;

/** `Date` has whole seconds, and the server may have written it up to a second before. */
const dateErrorMs = 2_000;

/** Covers the time between a measurement and the next request. */
const reserveMs = 100;

/** Each response narrows what is known, so that checks of one-time codes need not wait as long for a safe moment. */
export function trackServerClock({ target }: Pick<CheckContext, 'target'>): ServerClock {
  let [atLeast, atMost] = [-Infinity, Infinity];
  const isConsistent = () => atLeast <= atMost;
  target.listen((exchange) => {
    if (!hasResponse(exchange)) return;
    const serverTime = serverTimeOf(exchange);
    if (Number.isNaN(serverTime)) return;
    atLeast = Math.max(atLeast, serverTime - (exchange.startedAt + exchange.durationMs));
    atMost = Math.min(atMost, serverTime + dateErrorMs - exchange.startedAt);
  });
  const within = (measured: number, limit: number) =>
    isConsistent() ? Math.min(limit, Math.max(0, measured) + reserveMs) : limit;
  return {
    get dateLagMs() {
      return within(-atLeast, maxDateLagMs);
    },
    get leadMs() {
      return within(atMost, maxLeadMs);
    },
  };
}

/** The `Date` of a response in milliseconds since 1970, NaN without one. */
export function serverTimeOf({ response }: CompletedExchange): number {
  return Date.parse(response.header('date') ?? '');
}
