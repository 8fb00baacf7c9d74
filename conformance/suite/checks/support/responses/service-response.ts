import {
  type CompletedExchange,
  type Exchange,
  isJsonObject,
  type JsonObject,
  type Response,
  skipCheck,
} from '../../../../engine/index.ts';
import type { FailureStyle } from '../../../profile/service-profile.ts';

/** The body when it is a JSON object. */
export function envelopeOf({ response }: Pick<Exchange, 'response'>): JsonObject | undefined {
  const value = response?.json?.value;
  return isJsonObject(value) ? value : undefined;
}

export function statusOf(exchange: Pick<Exchange, 'response'>): JsonObject | undefined {
  const status = envelopeOf(exchange)?.status;
  return isJsonObject(status) ? status : undefined;
}

/** The payload, an empty object when there is none. */
export function dataOf(exchange: Pick<Exchange, 'response'>): JsonObject {
  const data = envelopeOf(exchange)?.data;
  return isJsonObject(data) ? data : {};
}

/** Undefined for what is not a JSON object: some checks send invalid JSON on purpose. */
export function jsonObjectIn(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function stringField(value: JsonObject | undefined, name: string): string | undefined {
  const field = value?.[name];
  return typeof field === 'string' ? field : undefined;
}

export function traceOf(exchange: Pick<Exchange, 'response'>): string | undefined {
  return stringField(statusOf(exchange), 'trace_id');
}

export interface ServiceOutcome {
  readonly success: boolean;
  /** `status.code` if it reports the failure, otherwise the HTTP status. With a failure in HTTP, a code of the server's own is none. */
  readonly code: number;
  readonly reason: string | undefined;
  readonly message: string | undefined;
}

/** Undefined when the response does not say: HTTP 2xx without a `status.code`, unless only HTTP counts. */
export function readOutcome(exchange: Exchange, style: FailureStyle): ServiceOutcome | undefined {
  const { response } = exchange;
  if (response === undefined) return undefined;
  const status = statusOf(exchange);
  const code = typeof status?.code === 'number' ? status.code : undefined;
  const texts = { reason: stringField(status, 'reason'), message: stringField(status, 'message') };
  const http = response.status;
  const isHttpSuccess = http >= 200 && http < 300;
  if (style === 'http') return { success: isHttpSuccess, code: http, ...texts };
  if (code === undefined)
    return isHttpSuccess ? undefined : { success: false, code: http, ...texts };
  if (code === 200) {
    return style === 'envelope' || isHttpSuccess
      ? { success: true, code, ...texts }
      : { success: false, code: http, ...texts };
  }
  const isOwnCode = !isHttpSuccess && (code < 400 || code > 599);
  return { success: false, code: isOwnCode ? http : code, ...texts };
}

/** Like `readOutcome`, but skips the check when the response does not say whether the call succeeded. */
export function outcomeOf(exchange: Exchange, style: FailureStyle): ServiceOutcome {
  return (
    readOutcome(exchange, style) ??
    skipCheck(`the response to request ${exchange.number} does not say whether the call succeeded`)
  );
}

/** The status that a response means: that of HTTP, unless it reports success and `status.code` a failure. */
export function codeOf(exchange: Exchange & { readonly response: Response }): number {
  const http = exchange.response.status;
  if (http < 200 || http > 299) return http;
  return readOutcome(exchange, 'auto')?.code ?? http;
}

/** A larger number than 599 is a code of the server's own, which need not be an HTTP status. */
export function isServerError(exchange: Exchange & { readonly response: Response }): boolean {
  const code = codeOf(exchange);
  return code >= 500 && code <= 599;
}

/** `HTTP 401, code 401 token_invalid`: a short text without secrets. */
export function describeResponse(exchange: Exchange): string {
  const { response, error } = exchange;
  if (response === undefined) return `no response (${error?.kind ?? 'unknown'})`;
  const status = statusOf(exchange);
  if (status === undefined) return `HTTP ${response.status} without an envelope`;
  const reason = stringField(status, 'reason') ?? stringField(status, 'message');
  return `HTTP ${response.status}, code ${JSON.stringify(status.code)}${reason ? ` ${reason}` : ''}`;
}

export function mediaTypeOf(response: Response): string | undefined {
  return response.header('content-type')?.split(';')[0]?.trim().toLowerCase();
}

/** Whether a time is in UTC (RFC 3339), and current by the server's clock (the Date header) or else by ours. */
export function isCurrentUtcTime(
  text: string,
  { response, startedAt }: CompletedExchange,
): boolean {
  const now = Date.parse(response.header('date') ?? '') || startedAt;
  const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]00:00)$/i.test(text);
  return isUtc && Math.abs(Date.parse(text) - now) < 60_000;
}

// Two machines of a server may differ by this.
const clockMarginMs = 40;

/** Whether one time is clearly earlier than another: in whole seconds, unless both have fractions. False for an invalid time. */
export function isBefore(one: string, other: string): boolean {
  const [first, second] = [Date.parse(one), Date.parse(other)];
  if (hasFraction(one) && hasFraction(other)) return first + clockMarginMs < second;
  return Math.floor(first / 1000) < Math.floor(second / 1000);
}

export function hasFraction(time: string): boolean {
  return /:\d\d[.,]\d/.test(time);
}
