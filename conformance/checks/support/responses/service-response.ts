import type { Exchange, Response } from '../../../http/exchange.ts';
import { skipCheck } from '../../../outcome.ts';
import type { FailureStyle } from '../../../profile/profile.ts';

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body when it is a JSON object. */
export function envelopeOf({ response }: Pick<Exchange, 'response'>): Json | undefined {
  const value = response?.json?.value;
  return isObject(value) ? value : undefined;
}

export function statusOf(exchange: Pick<Exchange, 'response'>): Json | undefined {
  const status = envelopeOf(exchange)?.status;
  return isObject(status) ? status : undefined;
}

/** The payload, an empty object when there is none. */
export function dataOf(exchange: Pick<Exchange, 'response'>): Json {
  const data = envelopeOf(exchange)?.data;
  return isObject(data) ? data : {};
}

export function stringField(value: Json | undefined, name: string): string | undefined {
  const member = value?.[name];
  return typeof member === 'string' ? member : undefined;
}

export function traceOf(exchange: Pick<Exchange, 'response'>): string | undefined {
  return stringField(statusOf(exchange), 'trace_id');
}

export interface ServiceOutcome {
  readonly success: boolean;
  /** Of the envelope where it tells the failure, of HTTP otherwise. */
  readonly code: number;
  readonly reason: string | undefined;
  readonly message: string | undefined;
}

/**
 * What the service says became of the call, wherever it says so. Undefined when it does not say: HTTP 2xx without a
 * readable `status.code` where the envelope is what counts.
 */
export function readOutcome(exchange: Exchange, style: FailureStyle): ServiceOutcome | undefined {
  const { response } = exchange;
  if (response === undefined) return undefined;
  const status = statusOf(exchange);
  const code = typeof status?.code === 'number' ? status.code : undefined;
  const told = { reason: stringField(status, 'reason'), message: stringField(status, 'message') };
  const http = response.status;
  const httpSays = http >= 200 && http < 300;
  if (style === 'http') return { success: httpSays, code: http, ...told };
  if (code === undefined) return httpSays ? undefined : { success: false, code: http, ...told };
  if (code === 200) {
    return style === 'envelope' || httpSays
      ? { success: true, code, ...told }
      : { success: false, code: http, ...told };
  }
  return { success: false, code, ...told };
}

/** As `readOutcome`; an answer that does not say is not for the check to judge that asks about something else. */
export function outcomeOf(exchange: Exchange, style: FailureStyle): ServiceOutcome {
  return (
    readOutcome(exchange, style) ??
    skipCheck(`the answer to request ${exchange.number} does not say whether it succeeded`)
  );
}

/** `HTTP 401, code 401 token_invalid`: the answer in few words, without anything secret. */
export function describeResponse(exchange: Exchange): string {
  const { response, error } = exchange;
  if (response === undefined) return `no answer (${error?.kind ?? 'unknown'})`;
  const status = statusOf(exchange);
  if (status === undefined) return `HTTP ${response.status} without an envelope`;
  const reason = stringField(status, 'reason') ?? stringField(status, 'message');
  return `HTTP ${response.status}, code ${JSON.stringify(status.code)}${reason ? ` ${reason}` : ''}`;
}

export function mediaTypeOf(response: Response): string | undefined {
  return response.header('content-type')?.split(';')[0]?.trim().toLowerCase();
}
