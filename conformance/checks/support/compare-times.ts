import type { CompletedExchange } from '../../check.ts';

/** Whether a time is in UTC (RFC 3339), and current by the server's clock (the Date header) or else by ours. */
export function isCurrentUtcTime(text: string, { response, startedAt }: CompletedExchange): boolean {
  const now = Date.parse(response.header('date') ?? '') || startedAt;
  const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]00:00)$/i.test(text);
  return isUtc && Math.abs(Date.parse(text) - now) < 60_000;
}

/** Whether one time is earlier than another: in whole seconds, unless both have fractions. False for an invalid time. */
export function isBefore(one: string, other: string): boolean {
  const unit = [one, other].every((text) => /:\d\d[.,]\d/.test(text)) ? 1 : 1000;
  const [first, second] = [one, other].map((text) => Math.floor(Date.parse(text) / unit));
  return first !== undefined && second !== undefined && first < second;
}
