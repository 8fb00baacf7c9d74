import { expect } from 'vitest';
import { failures, type Reason } from '../../../generated/contract.ts';
import { contractErrors } from './contract-errors.ts';
import type { RawResponse } from './raw-connection.ts';

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

/** A validated response, which is an envelope. */
export interface ApiResponse extends Envelope {
  readonly httpStatus: number;
  /** `undefined` for a success. */
  readonly reason: Reason | undefined;
  readonly traceId: string;
  header(name: string): string | undefined;
  readonly headers: RawResponse['headers'];
  readonly text: string;
}

/**
 * Validates a response against the contract: the schema and headers of its operation and status, the code and message
 * of its reason, and the headers of every response. A test then only needs to check the reason.
 */
export function validateResponse(
  { status, headers, body }: RawResponse,
  request?: { readonly method: string; readonly target: string },
): ApiResponse {
  const header = (name: string) => headers.find(([other]) => other === name.toLowerCase())?.[1];
  checkHeaders(status, headers);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  expect(text, `a body with HTTP ${status}`).not.toBe('');
  const json: Envelope = JSON.parse(text);
  expect(contractErrors(request, { status, json, header }), text).toEqual([]);

  const { code, message, reason } = json.status;
  if (reason === undefined) {
    expect({ code, message }).toEqual({ code: 200, message: 'OK' });
    expect(json.usage?.latency_ms).toBeGreaterThanOrEqual(0);
  } else {
    expect(code).toBe(failures[reason].code);
    // A malformed request is told what is wrong with it.
    const known = reason === 'malformed_request' ? message.replace(/: .+/, '') : message;
    expect(known).toBe(failures[reason].message);
    expect(Object.keys(json)).toEqual(
      reason === 'validation_failed' ? ['status', 'data'] : ['status'],
    );
  }
  return {
    ...json,
    httpStatus: status,
    reason,
    traceId: json.status.trace_id,
    header,
    headers,
    text,
  };
}

/** The headers that every response has exactly once, and those that none has. */
function checkHeaders(status: number, headers: RawResponse['headers']): void {
  const all = (wanted: string) =>
    headers.filter(([name]) => name === wanted).map(([, value]) => value);
  expect(all('content-type'), `content type of HTTP ${status}`).toEqual([
    'application/json; charset=utf-8',
  ]);
  expect(all('cache-control')).toEqual(['no-store']);
  expect(all('x-content-type-options')).toEqual(['nosniff']);
  expect(all('date')).toHaveLength(1);
  const never = ['x-powered-by', 'set-cookie', 'etag', 'server', 'access-control-allow-origin'];
  expect(headers.filter(([name]) => never.includes(name))).toEqual([]);
  if (status !== 401) expect(all('www-authenticate')).toEqual([]);
}
