import { type Fault, failed, type Result } from './failure.ts';
import { hideSecrets } from './hide-secrets.ts';

/** JSON that should be an envelope. */
interface Unproven {
  readonly status?: {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly trace_id?: unknown;
    readonly reason?: unknown;
  } | null;
  readonly data?: { readonly errors?: unknown } | null;
}

/**
 * Takes the payload out of the envelope. The envelope decides, not the HTTP status: an implementation may answer HTTP 200
 * and say in `status.code` that the call failed.
 */
export function readEnvelope<Data extends object>(body: unknown, response: Response): Result<Data> {
  const { status } = response;
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  const unexpected = (cause: string) =>
    failed(
      `The answer (HTTP ${status}) is not the envelope`,
      { reason: 'unexpected_response', status, code: status, retryAfter },
      new Error(cause),
    );

  let envelope = body;
  if (body === undefined || body === '') return unexpected('it is empty');
  if (typeof body === 'string') {
    try {
      envelope = JSON.parse(body);
    } catch {
      // The parser's own words quote the answer, which may hold a secret.
      return unexpected('it is not JSON');
    }
  }
  // Claims nothing: every member may be missing or anything, down to where it is looked at.
  const { status: outcome, data } = (envelope ?? {}) as Unproven;
  const { code, message, trace_id: traceId, reason } = outcome ?? {};
  if (typeof code !== 'number' || typeof message !== 'string' || typeof traceId !== 'string')
    return unexpected('it has no status');

  if (code !== 200)
    return failed(message, {
      reason: typeof reason === 'string' ? reason : `code_${code}`,
      status,
      code,
      traceId,
      retryAfter,
      // The contract says what is in it, as below.
      faults: Array.isArray(data?.errors) ? (data.errors as Fault[]) : [],
    });
  if (typeof data !== 'object' || data === null) return unexpected('it has no data');
  // The contract, which the types are made from, says what is in it; the contract tests hold servers to that.
  return { ok: true, data: hideSecrets(data as Data), traceId };
}

// RFC 9110, 10.2.3: whole seconds, or a date.
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
