import type { Failure, Fault, Result } from './result.ts';

interface Envelope {
  readonly status: {
    readonly code: number;
    readonly message: string;
    readonly trace_id: string;
    readonly reason?: string;
  };
  readonly data?: unknown;
}

/**
 * Takes the payload out of the envelope. The envelope decides, not the HTTP status: an implementation may answer HTTP 200
 * and say in `status.code` that the call failed.
 */
export function readEnvelope<Data extends object>(body: unknown, response: Response): Result<Data> {
  const { value, cause } = parse(body);
  if (!isEnvelope(value)) return { ok: false, failure: unexpected(response, cause) };
  const { status, data } = value;
  if (status.code !== 200) return { ok: false, failure: refused(value, response) };
  if (typeof data !== 'object' || data === null) return { ok: false, failure: unexpected(response, cause) };
  // The contract, which the types are made from, says what is in it; the contract tests hold servers to that.
  return { ok: true, data: data as Data, traceId: status.trace_id };
}

export function noResponse(cause: unknown): Failure {
  return {
    reason: 'no_response',
    message: 'There was no answer',
    code: undefined,
    traceId: undefined,
    retryAfter: undefined,
    faults: [],
    cause,
  };
}

function parse(body: unknown): { value?: unknown; cause?: unknown } {
  if (typeof body !== 'string') return { value: body };
  try {
    return { value: JSON.parse(body) };
  } catch {
    // The parser's own words quote the answer, which may hold a secret.
    return { cause: new Error('the answer is not JSON') };
  }
}

function isEnvelope(value: unknown): value is Envelope {
  const status = member(value, 'status');
  return (
    typeof member(status, 'code') === 'number' &&
    typeof member(status, 'message') === 'string' &&
    typeof member(status, 'trace_id') === 'string'
  );
}

function refused({ status, data }: Envelope, response: Response): Failure {
  const faults = member(data, 'errors');
  return {
    reason: status.reason ?? `code_${status.code}`,
    message: status.message,
    code: status.code,
    traceId: status.trace_id,
    retryAfter: readRetryAfter(response),
    faults: Array.isArray(faults) ? (faults as Fault[]) : [],
  };
}

function unexpected(response: Response, cause: unknown): Failure {
  return {
    reason: 'unexpected_response',
    message: `The answer (HTTP ${response.status}) is not an envelope`,
    code: response.status,
    traceId: undefined,
    retryAfter: readRetryAfter(response),
    faults: [],
    cause,
  };
}

// RFC 9110, 10.2.3: whole seconds, or a date.
function readRetryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
