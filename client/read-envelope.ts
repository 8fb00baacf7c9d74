import { type OperationId, resultFields, type ValidationError } from '../generated/contract.ts';
import { type FailureReason, failed, type Result } from './failure.ts';
import { hideSecrets } from './mask.ts';
import type { PreparedRequest } from './operation-request.ts';

/** JSON that should be an envelope: every field may be missing or of any type. */
interface UncheckedEnvelope {
  readonly status?: {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly trace_id?: unknown;
    readonly reason?: unknown;
  } | null;
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/**
 * Takes the data out of the envelope. The envelope decides whether the call succeeded, not the HTTP status: a server may
 * send HTTP 200 with a `status.code` of 401.
 */
export function readEnvelope<Data extends object, Id extends OperationId>(
  operation: Id,
  request: PreparedRequest,
  response: Response,
  body: string,
): Result<Data, Id> {
  const { status, headers } = response;
  const retryAfter = readRetryAfter(headers.get('retry-after'));
  const unexpected = (
    cause: string,
    message = `The response (HTTP ${status}) is not a valid envelope: ${cause}`,
  ) => failed<Id>(message, { reason: 'unexpected_response', status, code: status, retryAfter });

  // Browsers do not show where a redirect leads.
  if (response.type === 'opaqueredirect' || (status > 299 && status < 400 && headers.has('location')))
    return unexpected('', `The server redirects${addressOf(headers.get('location'), request)}; set baseUrl`);
  let envelope: unknown;
  try {
    envelope = JSON.parse(body);
  } catch {
    // Without the parser's error: it quotes the response, which may contain a secret.
    return unexpected(body === '' ? 'the body is empty' : 'the body is not JSON');
  }
  // The type claims nothing: the lines below check each field.
  const { status: outcome, data } = (envelope ?? {}) as UncheckedEnvelope;
  const { code, message, trace_id: traceId, reason } = outcome ?? {};
  if (typeof code !== 'number' || typeof message !== 'string' || typeof traceId !== 'string')
    return unexpected('the body has no valid status');

  if (code !== 200)
    return failed(message, {
      // A reason that the types do not list is an `UnknownReason`.
      reason: typeof reason === 'string' ? (reason as FailureReason) : `code_${code}`,
      status,
      code,
      traceId,
      retryAfter,
      // The contract says what is in it, and the contract tests check that servers follow it.
      errors: Array.isArray(data?.errors) ? (data.errors as ValidationError[]) : [],
    });
  if (typeof data !== 'object' || data === null) return unexpected('the body has no data');
  for (const [name, type] of Object.entries(resultFields[operation]))
    if (typeof data[name] !== type) return unexpected(`data.${name} is not a ${type}`);
  // The fields are those that the types promise; the types are generated from the contract.
  return { ok: true, data: hideSecrets(data as Data), traceId };
}

/** The base address that a redirect leads to. Without the query, which may contain a secret. */
function addressOf(location: string | null, { url, path }: PreparedRequest): string {
  if (!location || !URL.canParse(location, url)) return '';
  const { origin, pathname } = new URL(location, url);
  return ` to ${origin}${pathname.replace(path, '')}`;
}

// RFC 9110, 10.2.3: whole seconds, or a date.
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
