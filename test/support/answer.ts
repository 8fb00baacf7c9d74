import { expect } from 'vitest';
import { faultsOf } from './contract.ts';
import { failures, type Reason } from './failures.ts';
import type { WireAnswer } from './wire.ts';

export interface Envelope {
  readonly status: {
    readonly code: number;
    readonly message: string;
    readonly reason?: Reason;
    readonly trace_id: string;
  };
  readonly data?: Readonly<Record<string, unknown>>;
  readonly usage?: { readonly latency_ms: number };
}

/** An answer that was held against the contract and is an envelope. */
export interface Answer extends Envelope {
  readonly httpStatus: number;
  /** Of a failure; `undefined` for a success. */
  readonly reason: Reason | undefined;
  readonly traceId: string;
  header(name: string): string | undefined;
  readonly headers: WireAnswer['headers'];
  readonly text: string;
}

/**
 * Holds an answer against the contract: the schema and headers of its operation and status, the row of the failures'
 * table that its reason names, and the headers of every answer. Tests then need to name no more than the reason.
 */
export function checkAnswer(
  { status, headers, body }: WireAnswer,
  request?: { readonly method: string; readonly target: string },
): Answer {
  const header = (name: string) => headers.find(([other]) => other === name.toLowerCase())?.[1];
  checkHeaders(status, headers);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  expect(text, `a body with HTTP ${status}`).not.toBe('');
  const json: Envelope = JSON.parse(text);
  expect(faultsOf(request, { status, json, header }), text).toEqual([]);

  const { code, message, reason } = json.status;
  expect(code).toBe(status);
  if (reason === undefined) {
    expect({ code, message }).toEqual({ code: 200, message: 'OK' });
    expect(json.usage?.latency_ms).toBeGreaterThanOrEqual(0);
  } else {
    const row = failures[reason];
    expect({ code, message }).toEqual({ code: row.code, message: row.message });
    expect(Object.keys(json)).toEqual(reason === 'validation_failed' ? ['status', 'data'] : ['status']);
    for (const [name, value] of Object.entries(row.headers ?? {})) {
      expect(header(name), name).toEqual(value === true ? expect.any(String) : value);
    }
  }
  return { ...json, httpStatus: status, reason, traceId: json.status.trace_id, header, headers, text };
}

/** The headers that every answer has, once each, and those that none has. */
export function checkHeaders(status: number, headers: WireAnswer['headers']): void {
  const all = (wanted: string) => headers.filter(([name]) => name === wanted).map(([, value]) => value);
  expect(all('content-type'), `content type of HTTP ${status}`).toEqual(['application/json; charset=utf-8']);
  expect(all('cache-control')).toEqual(['no-store']);
  expect(all('x-content-type-options')).toEqual(['nosniff']);
  expect(all('date')).toHaveLength(1);
  const never = ['x-powered-by', 'set-cookie', 'etag', 'server', 'access-control-allow-origin'];
  expect(headers.filter(([name]) => never.includes(name))).toEqual([]);
  if (status !== 401) expect(all('www-authenticate')).toEqual([]);
}
