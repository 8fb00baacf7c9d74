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

const login = { 'www-authenticate': 'Login realm="account"' };
const bearer = { 'www-authenticate': 'Bearer realm="account"' };
const close = { connection: 'close' };

/** The headers of each failure, in addition to those of every response. `true`: the value depends on the request. */
const failureHeaders: Partial<Record<Reason, Readonly<Record<string, string | true>>>> = {
  password_required: login,
  invalid_credentials: login,
  otp_required: login,
  otp_invalid: login,
  token_missing: bearer,
  token_invalid: { 'www-authenticate': `${bearer['www-authenticate']}, error="invalid_token"` },
  method_not_allowed: { allow: true },
  request_timeout: close,
  body_too_large: close,
  uri_too_long: close,
  unsupported_media_type: { 'accept-post': 'application/json' },
  rate_limited: { 'retry-after': true },
  headers_too_large: close,
  unavailable: { 'retry-after': true },
};

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
 * Validates a response against the contract: the schema and headers of its operation and status, the code, message and
 * headers of its reason, and the headers of every response. A test then only needs to check the reason.
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
  expect(code).toBe(status);
  if (reason === undefined) {
    expect({ code, message }).toEqual({ code: 200, message: 'OK' });
    expect(json.usage?.latency_ms).toBeGreaterThanOrEqual(0);
  } else {
    expect(code).toBe(failures[reason].code);
    // A malformed request is told what is wrong with it.
    const known = reason === 'malformed_request' ? message.replace(/: .+/, '') : message;
    expect(known).toBe(failures[reason].message);
    expect(Object.keys(json)).toEqual(reason === 'validation_failed' ? ['status', 'data'] : ['status']);
    for (const [name, value] of Object.entries(failureHeaders[reason] ?? {})) {
      expect(header(name), name).toEqual(value === true ? expect.any(String) : value);
    }
  }
  return { ...json, httpStatus: status, reason, traceId: json.status.trace_id, header, headers, text };
}

/** The headers that every response has exactly once, and those that none has. */
export function checkHeaders(status: number, headers: RawResponse['headers']): void {
  const all = (wanted: string) => headers.filter(([name]) => name === wanted).map(([, value]) => value);
  expect(all('content-type'), `content type of HTTP ${status}`).toEqual(['application/json; charset=utf-8']);
  expect(all('cache-control')).toEqual(['no-store']);
  expect(all('x-content-type-options')).toEqual(['nosniff']);
  expect(all('date')).toHaveLength(1);
  const never = ['x-powered-by', 'set-cookie', 'etag', 'server', 'access-control-allow-origin'];
  expect(headers.filter(([name]) => never.includes(name))).toEqual([]);
  if (status !== 401) expect(all('www-authenticate')).toEqual([]);
}
