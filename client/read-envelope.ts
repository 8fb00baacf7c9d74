import type { ValidationError } from '../generated/contract.ts';
import { failed, type Result } from './failure.ts';

/** JSON that should be an envelope: every field may be missing or of any type. */
interface UncheckedEnvelope {
  readonly status?: {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly trace_id?: unknown;
    readonly reason?: unknown;
  } | null;
  readonly data?: { readonly errors?: unknown } | null;
}

/**
 * Takes the data out of the envelope. The envelope decides whether the call succeeded, not the HTTP status: a server may
 * send HTTP 200 with a `status.code` of 401.
 */
export function readEnvelope<Data extends object>(body: unknown, response: Response): Result<Data> {
  const { status } = response;
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  const unexpected = (cause: string) =>
    failed(
      `The response (HTTP ${status}) is not a valid envelope`,
      { reason: 'unexpected_response', status, code: status, retryAfter },
      new Error(cause),
    );

  let envelope = body;
  if (body === undefined || body === '') return unexpected('the body is empty');
  if (typeof body === 'string') {
    try {
      envelope = JSON.parse(body);
    } catch {
      // Without the parser's error: it quotes the response, which may contain a secret.
      return unexpected('the body is not JSON');
    }
  }
  // The type claims nothing: the lines below check each field.
  const { status: outcome, data } = (envelope ?? {}) as UncheckedEnvelope;
  const { code, message, trace_id: traceId, reason } = outcome ?? {};
  if (typeof code !== 'number' || typeof message !== 'string' || typeof traceId !== 'string')
    return unexpected('the body has no valid status');

  if (code !== 200)
    return failed(message, {
      reason: typeof reason === 'string' ? reason : `code_${code}`,
      status,
      code,
      traceId,
      retryAfter,
      // The contract says what is in it, and the contract tests check that servers follow it.
      errors: Array.isArray(data?.errors) ? (data.errors as ValidationError[]) : [],
    });
  if (typeof data !== 'object' || data === null) return unexpected('the body has no data');
  // As above: the types are generated from the contract.
  return { ok: true, data: hideSecrets(data as Data), traceId };
}

// RFC 9110, 10.2.3: whole seconds, or a date.
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

const secrets = ['access_token', 'api_key'];

// Node, Deno and Bun look this symbol up by its registered name, so the client imports nothing from Node.
const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * Makes `console.log` and `JSON.stringify` write `[hidden]` instead of the secrets in `data`. Properties still return the
 * secrets, and a copy made with `{ ...data }` is a plain object.
 */
function hideSecrets<Data extends object>(data: Data): Data {
  const value = () =>
    Object.fromEntries(
      Object.entries(data).map(([name, shown]) => [name, secrets.includes(name) ? '[hidden]' : shown]),
    );
  return Object.defineProperties(data, { toJSON: { value }, [inspect]: { value } });
}
